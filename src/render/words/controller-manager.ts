import { placeText } from './place-text.ts'
import type { Sentence, Words } from './template.ts'

interface Args {
  /** Before a remedy of another cause. */
  readonly ManagerFirst: { readonly next: Sentence }
  readonly WorkLeftUndone: WorkArgs & { readonly work: ManagerWork; readonly age: string; readonly isAlone: boolean }
}

/** What kube-controller-manager alone has to do. */
export type ManagerWork =
  | 'emptyNamespace'
  | 'finishNamespace'
  | 'deleteContent'
  | 'endForeground'
  | 'endForegroundWithoutDependents'
  | 'releaseDependent'
  | 'deleteDependent'
  | 'releaseDependents'
  | 'collectPod'
  | { readonly remove: string }

interface WorkArgs {
  readonly object: string
  readonly namespace?: string | undefined
  readonly controller: string
}

const WORK: Readonly<Record<Extract<ManagerWork, string>, string>> = {
  emptyNamespace: 'empty and finish the namespace',
  finishNamespace: 'finish the empty namespace',
  deleteContent: 'delete what is in the terminating namespace',
  endForeground: 'end the foreground deletion',
  endForegroundWithoutDependents: 'end the foreground deletion, for which no dependent remains',
  releaseDependent: 'remove the owner reference from the dependent',
  deleteDependent: 'delete the dependent for its owner',
  releaseDependents: 'remove the owner reference from its dependents',
  collectPod: 'delete the Pod, which has no kubelet to end it',
}

/** What is said about kube-controller-manager: its Lease, and what it has to do. */
export const managerWords = {
  ManagerFirst: ({ next }, inWords) =>
    `start kube-controller-manager first, which is not running and has to do a part of it; then ${inWords(next).replace(/^or /, '')}`,
  ManagerDown: {
    state: {
      stale: 'kube-controller-manager is not running: deletions in this cluster do not finish.',
      late: 'kube-controller-manager has to finish this, and it has not renewed its Lease in time: it may not be running.',
      absent: 'kube-controller-manager was not found: it has no Lease, and its work is not done.',
      works:
        'kube-controller-manager renews its Lease but has not done this: either the object was released within the last minute, or its controller is stuck.',
      hidden: 'kube-controller-manager has to finish this, and whether it works could not be read.',
    },
  },
  WorkLeftUndone: ({ work, controller, age, isAlone, ...at }) => {
    const waits = isAlone ? 'is not waiting for anything else' : 'cannot be deleted without it'
    const what = typeof work === 'string' ? WORK[work] : `remove ${work.remove}`
    return `${objectText(at)} ${waits}: kube-controller-manager has to ${what} (${controller}), requested ${age} ago`
  },
  EmptyNotSeen:
    '{object}[ in namespace {namespace}] is empty now: at its last check the {controller} still saw content in it; it checks again within about a minute',
  LeaseMissing: 'there is no Lease {lease}',
  LeaseWithoutHolder: 'the Lease {lease} has no holder',
  LeaseWithoutTime: 'the Lease {lease} does not say when it was renewed',
  ManagerLeaseRenewed: 'the Lease {lease} was last renewed {age} ago[ (leaseDurationSeconds: {duration:number})]',
  SeeManagerHolder:
    'see which instance last held its Lease, and its static Pod (where the control plane runs in Pods, as with kubeadm)',
  ReadManagerLog:
    'read [what kube-controller-manager logs of namespace {namespace} (where the control plane runs in Pods, as with kubeadm)||its log]',
  SeeManagerFlags: 'see whether its flags --controllers or --feature-gates switch that controller off',
  ExplainReleasedAgain: 'run explain again in a minute: an object that was just released is gone by then',
  ExplainAgainLater: 'run explain again in some minutes: after errors the controller waits longer before each try',
  RunAsLeaseReader: 'run this again as a user with permission to read Leases in kube-system',
  StartManager:
    'start kube-controller-manager again: on the control-plane node it is a static Pod or a systemd service; in a managed cluster ask the provider. It then finishes these deletions by itself',
  PartAtWork: '{worker} is working on it; this usually takes seconds.',
  WaitAndExplainAgain: 'wait, and run explain again in a minute',
  FinalizeTried: {
    isTaken: {
      true: 'a dry run of its update of /finalize is accepted, and no other work of kube-controller-manager was found to stand still',
      false: 'whether the server would accept its update of /finalize could not be tried',
    },
  },
  NamespaceUnfinished:
    'Namespace {namespace} is empty, and it is not known why the namespace controller does not finish it.',
  SeeWhoIsAskedAboutFinalize:
    'see who is asked about updates of namespaces/finalize: a webhook or policy may deny them to its account alone',
  RunAsFinalizer: 'run this again as a user with permission to update namespaces/finalize',
} as const satisfies Words<Args>

function objectText({ object, namespace }: Pick<WorkArgs, 'object' | 'namespace'>): string {
  return `${object}${placeText(namespace)}`
}
