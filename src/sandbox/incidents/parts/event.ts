import type { KubeObject } from '../../../api/object.ts'
import type { Sandbox } from '../../sandbox.ts'
import { ago } from './time.ts'

export interface EventOptions {
  readonly reason: string
  readonly message: string
  readonly component: string
  readonly type?: 'Normal' | 'Warning'
  readonly count?: number
  /** Seconds since it was seen first and last. */
  readonly first: number
  readonly last: number
}

/** A core Event about an object, in its namespace (`default` for cluster-scoped objects). */
export function event(sandbox: Sandbox, object: KubeObject, options: EventOptions): void {
  const { reason, message, component, type = 'Warning', count = 1, first, last } = options
  const { name, namespace, uid } = object.metadata
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Event',
    metadata: {
      name: `${name}.${sandbox.server.identity.uid().replaceAll('-', '').slice(0, 16)}`,
      namespace: namespace ?? 'default',
      creationTimestamp: ago(sandbox, first),
    },
    involvedObject: { apiVersion: object.apiVersion, kind: object.kind, name, ...(namespace && { namespace }), uid },
    reason,
    message,
    type,
    count,
    firstTimestamp: ago(sandbox, first),
    lastTimestamp: ago(sandbox, last),
    source: { component },
    eventTime: null,
    reportingComponent: component,
    reportingInstance: '',
  })
}
