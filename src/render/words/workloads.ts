import type { Words } from './template.ts'

/** Why none of its Pods is wanted: `NoNode` matches the labels of its nodeSelector. */
export type IdleState =
  | { readonly is: 'Suspended' }
  | { readonly is: 'ScaledToZero' }
  | { readonly is: 'NoNode'; readonly nodeSelector: readonly string[] }

interface Args {
  readonly WorkloadIdle: { readonly workload: string; readonly idle: IdleState }
  readonly PodNotScheduled: { readonly pod: string; readonly text: string | undefined }
  readonly ContainerInTrouble: {
    readonly pod: string
    readonly container: string
    /** Absent: it runs again, and is not ready. */
    readonly reason?: string | undefined
    /** `words`: the message with which it ended, in quotes. */
    readonly lastEnd?:
      | { readonly reason?: string | undefined; readonly exitCode: number; readonly words?: string | undefined }
      | undefined
    readonly restarts: number
  }
  readonly ControllerNotReady: {
    readonly workload: string
    readonly finalizer: string
    /** Absent: replicas are wanted, and none is ready. */
    readonly idle?: IdleState | undefined
    /** What of it is known: it has only the name, may be allowed to change the object, is it, or another one may be. */
    readonly is: 'only named' | 'untold' | 'controller' | { readonly likelierThan: string }
  }
  readonly RepairNodesOfPods: { readonly nodes: readonly string[] }
}

const ZERO = 'it may set the scale to zero again at its next check'

/** What is said of workloads and their Pods, of a controller that is not ready, and of what makes it run. */
export const workloadWords = {
  WorkloadIdle: ({ workload, idle }) => `${workload} ${idleText(idle)}`,
  NoneReady: '{workload} has 0 of {wanted:number} replicas ready',
  SomeReady: '{workload} has {ready:number} ready',
  PodsNotCreated: 'its Pods cannot be created: {text}',
  PodNotScheduled: ({ pod, text }) => `pod ${pod}: cannot be scheduled: ${text}`,
  AddressOfUnready: 'the address that the error names is that of {object}, which is not ready',
  PodLacks: 'pod {pod}: does not start without {what}, which does not exist',
  ContainerInTrouble: ({ pod, container, reason, lastEnd, restarts }) => {
    const before = lastEnd === undefined ? '' : `, last ended with ${lastEnd.reason ?? 'exit code'} ${lastEnd.exitCode}`
    const words = lastEnd?.words === undefined ? '' : `: ${lastEnd.words}`
    return `pod ${pod}: container ${container} ${reason ?? 'is not ready'}${before}${restarts > 0 ? `, ${restarts} restarts` : ''}${words}`
  },
  ScaledByKeda: `ScaledObject {scaler} of KEDA sets its scale: ${ZERO}`,
  ScaledByDownscaler: `annotation {annotation}: kube-downscaler sets its scale; ${ZERO}`,
  ScaledByOwner: '{owner} owns it: its controller may set the scale to zero again',
  ScaledToZeroBy: `spec.replicas was set to 0 by manager "{manager}"[ at {at}]: ${ZERO}`,
  KeepOneReplica:
    'make KEDA keep one replica[{alone}||; it then finishes the deletion, and the annotation can be removed]',
  IgnoreAndScaleUp:
    'make kube-downscaler ignore it, and scale it up[{alone}||; it then finishes the deletion, and the annotation can be removed]',
  ScaleUpInOwner: 'set the number of replicas in {owner}[{alone}||; it then finishes the deletion]',

  ControllerNotReady: ({ workload, finalizer, idle, is }) => {
    const state = idle === undefined ? 'has no ready replica' : idleText(idle)
    const named = `${workload}, which has the name of the controller of ${finalizer}`
    if (is === 'only named') return `${named} and no right to change the object, ${state}.`
    if (is === 'untold') return `${named}, ${state}; whether it may change the object could not be read.`
    if (is === 'controller') return `${workload}, which removes ${finalizer}, ${state}.`
    return `${workload}, which is likely to be the one that removes ${finalizer}, ${state}; ${is.likelierThan} runs and reports nothing.`
  },
  NoRoleLets: 'no role lets {account} patch {resource}',
  FindWhichManages: 'find out which of them manages the object: see their logs and manifests',
  IfItIs: 'if it is {workload}: {next:sentence}',
  IfItIsGiveRole: 'if it is: give it its role again, and {next:sentence}',
  FindWhetherController:
    'find out whether it is the controller: see its manifests; without the right it cannot finish the deletion',
  FindWhetherControllerOf:
    'find out whether {workload} is the controller of {finalizer}: it has its name, and nothing outside of its namespace ties it to {resource}; if it is, make it run',
  RunThenNamespace:
    'make it run first; then create namespace {namespace} again, without which nothing in it can be updated: the guided step does that, and the controller then finishes',
  CannotRunAgain: 'it cannot run again, because its namespace is being deleted; {next:sentence}',

  PodsRefused:
    '{refuser} refuses its Pods: change it to allow them, or reduce what {workload} requests[{alone}||; it then finishes]',
  RepairNodesOfPods: ({ nodes }) =>
    `its Pods are on ${nodes.length === 1 ? `node ${nodes[0]}, which is` : `nodes ${nodes.join(', ')}, which are`} not ready or gone: repair that, or let the Pods start on another node; it then finishes`,
  Resume: 'resume it[{alone}||; it then finishes at its next run]',
  LetRunOnNode:
    'let it run on a node: add the labels of its nodeSelector to one, or change the nodeSelector[{alone}||; it then finishes the deletion]',
  ScaleUp: 'scale it up[{alone}||; it then finishes the deletion]',
  MakeRun: 'make it run[{alone}||; it then finishes the deletion]',
  EndCrashes:
    'find out why it crashes, and make it run[{alone}||; it then continues with the deletion, unless that is what it crashes at]',
} as const satisfies Words<Args>

/** `is scaled to zero`. */
export function idleText(idle: IdleState): string {
  if (idle.is === 'Suspended') return 'is suspended'
  if (idle.is === 'ScaledToZero') return 'is scaled to zero'
  const { nodeSelector } = idle
  return `matches no node${nodeSelector.length === 0 ? '' : ` (nodeSelector ${nodeSelector.join(',')})`}`
}
