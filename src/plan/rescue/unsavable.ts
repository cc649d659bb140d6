import type { KubeObject } from '../../api/object.ts'

/** Types whose objects stand for something that runs or is said elsewhere: another of the same name would not be the same. */
const WHY: Readonly<Record<string, string>> = {
  pods: 'a Pod is its processes, and those end with it: whatever owns it starts another one',
  nodes: 'a Node is registered by its kubelet: start the kubelet again, and the Node is back',
  'leases.coordination.k8s.io': 'a Lease is a claim for seconds: whoever holds it creates it again',
  events: 'an Event is a report, and nothing depends on it',
  'events.events.k8s.io': 'an Event is a report, and nothing depends on it',
  endpoints: 'its controller writes it again',
  'endpointslices.discovery.k8s.io': 'its controller writes it again',
  'controllerrevisions.apps': 'its controller writes it again',
  'volumeattachments.storage.k8s.io': 'the attach-detach controller creates it again while a Pod needs the volume',
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
  return `${owner} controls it and creates it again; rescue that one, should it be about to go`
}
