import { NAMESPACE } from '../../api/builtin-finalizers.ts'
import { factFrom, message, type Sentence } from '../../messages/sentence.ts'
import { isPassing } from '../../statements/rejection.ts'
import { finalizationsOf } from '../admission/finalize-probe.ts'
import { probeOf } from '../admission/probe.ts'
import { atWork } from '../at-work.ts'
import { awaitedWork, isLate, keptFromStarting } from '../controller-manager/awaited-work.ts'
import { isEndRefused, stepsToEnd } from '../controller-manager/deletion-probe.ts'
import type { AwaitedWork } from '../controller-manager/protections.ts'
import { type ControllerManager, controllerManager, LEASE } from '../controller-manager-lease.ts'
import { type Evidence, type Remedy, toInspect, toRepair, toWait, type Verdict } from '../explanation.ts'
import { once } from '../facts.ts'
import { remainingIn } from '../namespaces/remaining.ts'
import { awaitsNamespaceController } from '../namespaces/terminating-namespaces.ts'
import { createdLate, deletesInForeground } from '../ownership/owner-lookup.ts'
import { releaseOwners } from '../ownership/release.ts'
import { commandLine } from '../shell-quote.ts'
import { type Blocker, blocker, type RuleContext, type StuckObject } from '../stuck-object.ts'
import { formatSeconds, PATIENCE_SECONDS } from '../thresholds.ts'

/**
 * ControllerManagerDown: only kube-controller-manager can end this and nothing is in its way, but its Lease is stale or
 * not there, or its work stands still. One that lives and has not come round yet is `progressing`.
 */
export function controllerManagerDown(held: StuckObject, context: RuleContext): readonly Blocker[] {
  const awaited = awaitedWork(held, context)
  if (awaited === undefined) return []
  const manager = controllerManager(context.facts)
  if (isEndRefused(held, context)) return []
  if (awaited.notAlone && manager.state !== 'stale') return []
  if (manager.state === 'works') {
    if (keptFromStarting(held, context).length > 0 || createdLate(held, context) !== undefined) return []
    if (awaited.seesNot || !isLate(awaited, manager)) {
      if (isInVain(held, context)) return []
      return [atWork(held, 'kube-controller-manager', [manager.evidence, leftUndone(held, awaited)])]
    }
    if (awaited.toldElsewhere || !isAccepted(held, context)) return []
    const alone = unfinishedAlone(held, [manager.evidence, leftUndone(held, awaited)], context)
    if (alone !== undefined) return [alone]
  }
  return [holding(held, manager, awaited, verdictOf(manager, awaited))]
}

/** However soon it tries, the server rejects it, or undoes it. */
function isInVain(held: StuckObject, context: RuleContext): boolean {
  const { state, rejection, readded = [] } = probeOf(held, context) ?? {}
  return (state === 'rejected' && !(rejection && isPassing(rejection))) || readded.length > 0
}

function verdictOf({ state }: ControllerManager, { ageSeconds }: AwaitedWork): Verdict {
  if (state === 'stale') return 'stuck'
  // It may run without leader election: only work that is left undone for long shows that it does not.
  return state === 'absent' && ageSeconds >= PATIENCE_SECONDS ? 'stuck' : 'unknown'
}

function holding(held: StuckObject, manager: ControllerManager, awaited: AwaitedWork, verdict: Verdict): Blocker {
  return blocker(verdict, {
    key: 'ControllerManagerDown',
    subject: LEASE,
    summary: message('ManagerDown', { state: manager.state }),
    evidence: [manager.evidence, leftUndone(held, awaited)],
    remedies: (_, direct) => remedies(manager, direct),
  })
}

function leftUndone({ ref }: StuckObject, { work, controller, ageSeconds, notAlone, seesNot }: AwaitedWork): Evidence {
  const at = { object: `${ref.kind} ${ref.name}`, namespace: ref.namespace, controller }
  const age = formatSeconds(ageSeconds)
  const fact = seesNot
    ? message('EmptyNotSeen', at)
    : message('WorkLeftUndone', { ...at, work, age, isAlone: !notAlone })
  return { fact, source: ref.resource }
}

function remedies({ state }: ControllerManager, direct: readonly StuckObject[]): readonly Remedy[] {
  const inspect = (summary: Sentence, ...commands: readonly string[]): Remedy => toInspect(summary, commands)
  const lease = commandLine('kubectl', 'get', 'lease', LEASE.name, '-n', LEASE.namespace!, '-o', 'yaml')
  const pods = ['-n', LEASE.namespace!, '-l', 'component=kube-controller-manager']
  const look = inspect(message('SeeManagerHolder'), lease, commandLine('kubectl', 'get', 'pods', ...pods, '-o', 'wide'))
  const logs = inspect(message('ReadManagerLog', {}), commandLine('kubectl', 'logs', ...pods, '--tail', '50'))
  if (state === 'works') {
    const flags = ['-o', 'jsonpath={.items[*].spec.containers[*].command}']
    const again = toWait(message('ExplainReleasedAgain'))
    const settings = inspect(message('SeeManagerFlags'), commandLine('kubectl', 'get', 'pods', ...pods, ...flags))
    return [again, ...released(direct), settings, look, logs]
  }
  if (state === 'hidden') return [inspect(message('RunAsLeaseReader'), lease)]
  return [state === 'late' ? toWait(message('WaitAndExplainAgain')) : toRepair(message('StartManager')), look, logs]
}

/** Owners that wait for no dependent need no garbage collector: the server ends them at a second DELETE. */
function released(direct: readonly StuckObject[]): readonly Remedy[] {
  const owners = direct.filter(deletesInForeground)
  return owners.length === 0 ? [] : [releaseOwners(owners, message('DependentsFollow'))]
}

/**
 * CleanupInProgress, `unknown`, of an empty Namespace that a living kube-controller-manager does not finish: it is at
 * fault only if the server accepts the update of /finalize and other work of it stands still too. undefined: it is at
 * fault, or this is no such Namespace.
 */
function unfinishedAlone(held: StuckObject, seen: readonly Evidence[], context: RuleContext): Blocker | undefined {
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
    remedies: () => remediesOf(name, isTaken),
  })
}

function remediesOf(name: string, isTaken: boolean): readonly Remedy[] {
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

/** What rejects the change that would end it has a rule of its own; kube-controller-manager is not to blame then. */
function isAccepted(held: StuckObject, context: RuleContext): boolean {
  const probed = probeOf(held, context)
  if (probed === undefined) return true
  return probed.state !== 'rejected' || probed.rejection?.by === 'probe'
}

/**
 * Work on another object that a kube-controller-manager which renews its Lease has not done in time, though nothing is
 * in its way and the server was seen to accept it.
 */
function standsStillElsewhere(held: StuckObject, context: RuleContext): StuckObject | undefined {
  const late = once(context.facts, 'work that stands still', () => {
    const found: StuckObject[] = []
    for (const each of awaitingIt(context)) {
      if (isLeftUndone(each, context)) found.push(each)
      // One more than the object itself decides.
      if (found.length === 2) break
    }
    return found
  })
  return late.find(({ ref }) => ref.uid !== held.ref.uid)
}

/** What is terminating, and what in terminating namespaces its controller has not come to. */
function* awaitingIt(context: RuleContext): Generator<StuckObject> {
  for (const held of context.terminating.values()) {
    yield held
    if (!awaitsNamespaceController(held)) continue
    const { pods, others } = remainingIn(held.ref.name, context)
    yield* [...pods, ...others].filter(({ meta }) => meta.deletionTimestamp === undefined)
  }
}

function isLeftUndone(held: StuckObject, context: RuleContext): boolean {
  const work = awaitedWork(held, context)
  const manager = controllerManager(context.facts)
  if (work === undefined || work.notAlone || work.toldElsewhere || work.seesNot || manager.state !== 'works')
    return false
  if (!isLate(work, manager) || !isAccepted(held, context) || isEndRefused(held, context)) return false
  return stepsToEnd(held, context).every(({ state }) => state === 'accepted')
}
