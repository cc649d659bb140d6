import { NAMESPACE } from '../../api/builtin-finalizers.ts'
import { finalizationsOf } from '../admission/finalize-probe.ts'
import { LEASE } from '../controller-manager-lease.ts'
import type { Evidence, Remedy } from '../explanation.ts'
import { awaitsNamespaceController } from '../namespaces/condition.ts'
import { toInspect, toWait } from '../remedy.ts'
import { commandLine } from '../shell-quote.ts'
import type { Blocker, RuleContext, StuckObject } from '../stuck-object.ts'
import { standsStillElsewhere } from './stands-still.ts'

/**
 * CleanupInProgress, `unknown`, of an empty Namespace that a living kube-controller-manager does not finish: it is to blame only
 * where the server takes the update of /finalize, and where other work of it stands still as well. undefined: it is, or this is no
 * such Namespace.
 */
export function unfinishedAlone(
  held: StuckObject,
  seen: readonly Evidence[],
  context: RuleContext,
): Blocker | undefined {
  if (!awaitsNamespaceController(held)) return undefined
  const step = finalizationsOf(held, context).find(({ finalizer }) => finalizer === NAMESPACE)
  const isTaken = step?.state === 'accepted' && !step.ofAnother
  const elsewhere = standsStillElsewhere(held, context)
  if (isTaken && elsewhere !== undefined) return undefined
  const { name } = held.ref
  const tried = isTaken
    ? `a dry run of its update of /finalize is accepted, and no other work of kube-controller-manager was found to stand still`
    : `whether the server would accept its update of /finalize could not be tried`
  return {
    verdict: 'unknown',
    cause: {
      key: `CleanupInProgress/namespaces/${name}/unfinished`,
      code: 'CleanupInProgress',
      subject: held.ref,
      finalizer: NAMESPACE,
      summary: `Namespace ${name} is empty, and it is not known why the namespace controller does not finish it.`,
      evidence: [...seen, { fact: tried, source: 'dry run of /finalize' }],
      remedies: () => remedies(name, isTaken),
    },
  }
}

function remedies(name: string, isTaken: boolean): readonly Remedy[] {
  const again = toWait('run explain again in some minutes: after errors the controller waits longer before each try')
  const pods = ['-n', LEASE.namespace!, '-l', 'component=kube-controller-manager']
  const log = toInspect(
    `read what kube-controller-manager logs of namespace ${name} (where the control plane runs in Pods, as with kubeadm)`,
    [commandLine('kubectl', 'logs', ...pods, '--tail', '200')],
  )
  const asks =
    'see who is asked about updates of namespaces/finalize: a webhook or policy may deny them to its account alone'
  const admission = 'validatingwebhookconfigurations,mutatingwebhookconfigurations'
  const look = toInspect(asks, [commandLine('kubectl', 'get', admission, '-o', 'yaml')])
  const retry = toInspect('run this again as a user with permission to update namespaces/finalize', [
    commandLine('kubectl', 'auth', 'can-i', 'update', 'namespaces', '--subresource=finalize'),
  ])
  return isTaken ? [again, log, look] : [retry, again, log]
}
