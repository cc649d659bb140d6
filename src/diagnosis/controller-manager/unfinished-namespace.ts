import { NAMESPACE } from '../../api/builtin-finalizers.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { finalizationsOf } from '../admission/finalize-probe.ts'
import { LEASE } from '../controller-manager-lease.ts'
import { type Evidence, type Remedy, toInspect, toWait } from '../explanation.ts'
import { awaitsNamespaceController } from '../namespaces/terminating-namespaces.ts'
import { commandLine } from '../shell-quote.ts'
import { type Blocker, blocker, type RuleContext, type StuckObject } from '../stuck-object.ts'
import { standsStillElsewhere } from './stands-still.ts'

/**
 * CleanupInProgress, `unknown`, of an empty Namespace that a living kube-controller-manager does not finish: it is at
 * fault only if the server accepts the update of /finalize and other work of it stands still too. undefined: it is at
 * fault, or this is no such Namespace.
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
  const source = message('DryRunOf', { operation: 'UPDATE finalize' })
  return blocker('unknown', {
    key: `CleanupInProgress/namespaces/${name}/unfinished`,
    subject: held.ref,
    finalizer: NAMESPACE,
    summary: message('NamespaceUnfinished', { namespace: name }),
    evidence: [...seen, factFrom(source, 'FinalizeTried', { isTaken })],
    remedies: () => remedies(name, isTaken),
  })
}

function remedies(name: string, isTaken: boolean): readonly Remedy[] {
  const again = toWait(message('ExplainAgainLater'))
  const pods = ['-n', LEASE.namespace!, '-l', 'component=kube-controller-manager']
  const log = toInspect(message('ReadManagerLog', { namespace: name }), [
    commandLine('kubectl', 'logs', ...pods, '--tail', '200'),
  ])
  const admission = 'validatingwebhookconfigurations,mutatingwebhookconfigurations'
  const look = toInspect(message('SeeWhoIsAskedAboutFinalize'), [
    commandLine('kubectl', 'get', admission, '-o', 'yaml'),
  ])
  const retry = toInspect(message('RunAsFinalizer'), [
    commandLine('kubectl', 'auth', 'can-i', 'update', 'namespaces', '--subresource=finalize'),
  ])
  return isTaken ? [again, log, look] : [retry, again, log]
}
