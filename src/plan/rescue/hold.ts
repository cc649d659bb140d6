import type { KubeObject } from '../../api/object.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import type { Action } from '../outcome.ts'
import type { Saved } from './rescue.ts'

interface Running {
  readonly spec?: { readonly replicas?: number; readonly suspend?: boolean }
  readonly status?: { readonly desiredNumberScheduled?: number }
}

/** How a workload is stopped for the while of a rescue, and how it is started again. */
export interface Hold {
  readonly stop: Action
  readonly start: Action
  /** Fields of its spec that stop it. */
  readonly stopped: object
  /** The same fields as they were. */
  was(object: KubeObject): object
  /** What is said when it is stopped, and when it runs as it did. */
  readonly said: Sentence
  saidAgain(object: KubeObject): Sentence
}

const REPLICAS: Hold = {
  stop: 'ScaleDown',
  start: 'ScaleUp',
  stopped: { replicas: 0 },
  was: object => ({ replicas: replicasOf(object) }),
  said: message('NoReplicas'),
  saidAgain: object => message('ScaledTo', { replicas: replicasOf(object) }),
}

const SUSPEND: Hold = {
  stop: 'Suspend',
  start: 'Resume',
  stopped: { suspend: true },
  was: () => ({ suspend: false }),
  said: message('IsSuspended'),
  saidAgain: () => message('NoLongerSuspended'),
}

/** A DaemonSet is not here: it serves each of its nodes (network, mounts), and can be stopped only on all of them. */
const HOLDS: Readonly<Record<string, Hold>> = {
  Deployment: REPLICAS,
  StatefulSet: REPLICAS,
  ReplicaSet: REPLICAS,
  ReplicationController: REPLICAS,
  Job: SUSPEND,
  CronJob: SUSPEND,
}

/** How workloads of a kind are stopped and started again; undefined: that has to be done by hand. */
export function holdOf(kind: string): Hold | undefined {
  return HOLDS[kind]
}

/** The same; a kind that is only stopped by hand has the words of scaled ones: it is stopped, and gets no request. */
export function holdFor(kind: string): Hold {
  return holdOf(kind) ?? REPLICAS
}

/** Whether it starts no Pods; of those that it had, some may still be there. */
export function isStopped(object: KubeObject): boolean {
  const { spec, status } = object as Running
  if (object.kind === 'DaemonSet') return (status?.desiredNumberScheduled ?? 0) === 0
  return holdOf(object.kind) === SUSPEND ? spec?.suspend === true : replicasOf(object) === 0
}

/** Controllers that the rescue stops; the others are stopped already, and have to stay so until its end. */
export function stoppedByRescue(controllers: readonly Saved[]): readonly Saved[] {
  return controllers.filter(({ object }) => !isStopped(object))
}

/** Absent is one, as the server has it. */
function replicasOf(object: KubeObject): number {
  return (object as Running).spec?.replicas ?? 1
}
