import type { KubeObject } from '../api/object.ts'

/** Snapshot and content name each other by uid: of another uid the content counts as left, and is deleted with what is behind it. */
const SNAPSHOT =
  'another VolumeSnapshot with its name would take a new snapshot: set deletionPolicy Retain on its content, and create a content and a snapshot with its status.snapshotHandle'

/** Types whose objects stand for something that runs or is said elsewhere: another of the same name would not be the same. */
const WHY: Readonly<Record<string, string>> = {
  pods: 'the processes of a Pod end with it: its owner starts another Pod',
  nodes: 'a Node is registered by its kubelet: start the kubelet again, and the Node is back',
  'leases.coordination.k8s.io': 'a Lease is valid for seconds: its holder creates it again',
  events: 'an Event is a report, and nothing depends on it',
  'events.events.k8s.io': 'an Event is a report, and nothing depends on it',
  endpoints: 'its controller writes it again',
  'endpointslices.discovery.k8s.io': 'its controller writes it again',
  'controllerrevisions.apps': 'its controller writes it again',
  'volumeattachments.storage.k8s.io': 'the attach-detach controller creates it again while a Pod needs the volume',
  'jobs.batch': 'a Job with its name would run again from the start: create it from its manifest if that is wanted',
  'certificatesigningrequests.certificates.k8s.io':
    'the server records in it which user requested it, and that would be you: the client that needs the certificate has to request it again',
  'resourceclaims.resource.k8s.io':
    'only its status records its devices: a new claim with its name would have none, while a Pod still uses them',
  'resourceslices.resource.k8s.io': 'the driver of its devices publishes it again',
  'csinodes.storage.k8s.io': 'its kubelet writes it again',
  'csistoragecapacities.storage.k8s.io': 'its provisioner writes it again',
  'volumesnapshots.snapshot.storage.k8s.io': SNAPSHOT,
  'volumesnapshotcontents.snapshot.storage.k8s.io': SNAPSHOT,
  'volumegroupsnapshots.groupsnapshot.storage.k8s.io': SNAPSHOT,
  'volumegroupsnapshotcontents.groupsnapshot.storage.k8s.io': SNAPSHOT,
  'apiservices.apiregistration.k8s.io':
    'an APIService has no content: create it again from its manifest when it is gone',
}

/** Why no object of this type can be saved by creating it again; undefined: those that are deleted can be. */
export function unsavableKind(resource: string): string | undefined {
  return WHY[resource]
}

/** Why an object cannot be saved by creating it again, in words without a full stop; undefined: it may be. */
export function unsavable(resource: string, { kind, metadata }: KubeObject): string | undefined {
  const why = WHY[resource]
  if (why !== undefined) return why
  const controller = metadata.ownerReferences?.find(each => each.controller)
  if (controller === undefined || kind === 'PersistentVolumeClaim') return undefined
  const owner = `${controller.kind.toLowerCase()}/${controller.name}`
  return `${owner} controls it and creates it again; rescue that one, if it is being deleted`
}
