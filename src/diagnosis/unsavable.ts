import type { KubeObject } from '../api/object.ts'
import { message, type Sentence } from '../messages/sentence.ts'
import { targetOf } from './shell-quote.ts'

/** Snapshot and content name each other by uid: content with another uid is an orphan, and deleted with its data. */
const SNAPSHOT = message('SnapshotWouldBeNew')

/** Types whose objects stand for something that runs or is said elsewhere: a new one of that name is not the same. */
const WHY: Readonly<Record<string, Sentence>> = {
  pods: message('EndsWithPod'),
  nodes: message('RegisteredByKubelet'),
  'leases.coordination.k8s.io': message('LeaseOfHolder'),
  events: message('EventIsReport'),
  'events.events.k8s.io': message('EventIsReport'),
  endpoints: message('ControllerWritesIt'),
  'endpointslices.discovery.k8s.io': message('ControllerWritesIt'),
  'controllerrevisions.apps': message('ControllerWritesIt'),
  'volumeattachments.storage.k8s.io': message('AttachedWhileNeeded'),
  'jobs.batch': message('JobWouldRunAgain'),
  'certificatesigningrequests.certificates.k8s.io': message('RequestedByUser'),
  'resourceclaims.resource.k8s.io': message('DevicesInStatus'),
  'resourceslices.resource.k8s.io': message('DriverPublishesIt'),
  'csinodes.storage.k8s.io': message('KubeletWritesIt'),
  'csistoragecapacities.storage.k8s.io': message('ProvisionerWritesIt'),
  'volumesnapshots.snapshot.storage.k8s.io': SNAPSHOT,
  'volumesnapshotcontents.snapshot.storage.k8s.io': SNAPSHOT,
  'volumegroupsnapshots.groupsnapshot.storage.k8s.io': SNAPSHOT,
  'volumegroupsnapshotcontents.groupsnapshot.storage.k8s.io': SNAPSHOT,
  'apiservices.apiregistration.k8s.io': message('NoContentOfApiService'),
}

/** Why no object of this type can be saved by creating it again; undefined: those that are deleted can be. */
export function unsavableKind(resource: string): Sentence | undefined {
  return WHY[resource]
}

/** Why an object cannot be saved by creating it again; undefined: it may be. */
export function unsavable(resource: string, { kind, metadata }: KubeObject): Sentence | undefined {
  const why = WHY[resource]
  if (why !== undefined) return why
  const controller = metadata.ownerReferences?.find(each => each.controller)
  if (controller === undefined || kind === 'PersistentVolumeClaim') return undefined
  return message('ControlledBy', { owner: targetOf(controller) })
}
