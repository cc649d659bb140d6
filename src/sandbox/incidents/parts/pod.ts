import type { OwnerReference } from '../../../api/object.ts'
import type { Sandbox } from '../../sandbox.ts'
import { ago, DAY } from './time.ts'

export interface PodOptions {
  readonly node?: string
  readonly age?: number
  readonly owner?: OwnerReference
  readonly labels?: Readonly<Record<string, string>>
  readonly image?: string
  readonly serviceAccount?: string
  readonly phase?: 'Running' | 'Succeeded' | 'Pending'
  readonly graceSeconds?: number
  /** Seconds since somebody asked for its deletion. */
  readonly deleted?: number
  readonly finalizers?: readonly string[]
  readonly claim?: string
}

/** A Pod with one container. deletionTimestamp of a Pod is the request plus its grace. */
export function pod(sandbox: Sandbox, namespace: string, name: string, options: PodOptions = {}): void {
  const {
    node = 'worker-1',
    age = 20 * DAY,
    owner,
    labels,
    image = 'registry.example.com/app:1.0',
    phase = 'Running',
  } = options
  const { graceSeconds = 30, deleted, finalizers, claim, serviceAccount = 'default' } = options
  const started = ago(sandbox, age)
  const container = { name: 'app', image }
  sandbox.put(
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name,
        namespace,
        creationTimestamp: started,
        ...(deleted !== undefined && {
          deletionTimestamp: ago(sandbox, deleted - graceSeconds),
          deletionGracePeriodSeconds: graceSeconds,
        }),
        ...(labels && { labels }),
        ...(finalizers && { finalizers }),
        ...(owner && { ownerReferences: [owner] }),
      },
      spec: {
        nodeName: node,
        serviceAccountName: serviceAccount,
        restartPolicy: phase === 'Succeeded' ? 'Never' : 'Always',
        terminationGracePeriodSeconds: graceSeconds,
        containers: [
          claim === undefined ? container : { ...container, volumeMounts: [{ name: 'data', mountPath: '/data' }] },
        ],
        ...(claim !== undefined && { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: claim } }] }),
      },
      status: {
        phase,
        startTime: started,
        conditions: [{ type: 'Ready', status: phase === 'Running' ? 'True' : 'False', lastTransitionTime: started }],
        containerStatuses: [
          { name: 'app', image, ready: phase === 'Running', restartCount: 0, state: stateOf(phase, started) },
        ],
      },
    },
    { manager: 'kubelet' },
  )
}

function stateOf(phase: string, time: string): Readonly<Record<string, unknown>> {
  if (phase === 'Succeeded') return { terminated: { exitCode: 0, reason: 'Completed', finishedAt: time } }
  return phase === 'Running' ? { running: { startedAt: time } } : { waiting: { reason: 'ContainerCreating' } }
}
