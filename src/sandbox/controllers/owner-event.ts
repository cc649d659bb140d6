import { timestamp } from '../clock.ts'
import type { Server } from '../server.ts'
import type { Node } from './ownership-graph.ts'

/** Warning OwnerRefInvalidNamespace on the dependent, once; events about cluster-scoped objects lie in `default`. */
export function reportMisplacedOwner(server: Server, { object }: Node): void {
  const { name, namespace = 'default', uid } = object.metadata
  const eventName = `${name}.${uid.slice(0, 8)}`
  if (server.store.get('events', namespace, eventName) !== undefined) return
  if (server.store.get('namespaces', undefined, namespace)?.metadata.deletionTimestamp !== undefined) return
  const [owner] = object.metadata.ownerReferences ?? []
  const now = timestamp(server.now())
  const shown = `[${owner!.apiVersion}/${owner!.kind}, namespace: ${object.metadata.namespace ?? ''}, name: ${owner!.name}, uid: ${owner!.uid}]`
  server.store.write('events', undefined, {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: eventName, namespace, uid: server.identity.uid(), creationTimestamp: now },
    involvedObject: {
      kind: object.kind,
      ...(object.metadata.namespace !== undefined && { namespace: object.metadata.namespace }),
      name,
      uid,
      apiVersion: object.apiVersion,
    },
    reason: 'OwnerRefInvalidNamespace',
    message: `ownerRef ${shown} does not exist in namespace "${object.metadata.namespace ?? ''}"`,
    source: { component: 'garbage-collector-controller' },
    firstTimestamp: now,
    lastTimestamp: now,
    count: 1,
    type: 'Warning',
    eventTime: null,
    reportingComponent: 'garbage-collector-controller',
    reportingInstance: '',
  })
}
