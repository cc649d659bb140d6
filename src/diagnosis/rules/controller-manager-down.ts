import { message, type Sentence } from '../../messages/sentence.ts'
import { isPassing } from '../../statements/rejection.ts'
import { probeOf } from '../admission/probe.ts'
import { atWork } from '../at-work.ts'
import { awaitedWork, isLate, keptFromStarting } from '../controller-manager/awaited-work.ts'
import { isEndRefused } from '../controller-manager/deletion-probe.ts'
import type { AwaitedWork } from '../controller-manager/protections.ts'
import { isAccepted } from '../controller-manager/stands-still.ts'
import { unfinishedAlone } from '../controller-manager/unfinished-namespace.ts'
import { type ControllerManager, controllerManager, LEASE } from '../controller-manager-lease.ts'
import { type Evidence, type Remedy, toInspect, toRepair, toWait, type Verdict } from '../explanation.ts'
import { createdLate, deletesInForeground } from '../ownership/owner-lookup.ts'
import { releaseOwners } from '../ownership/release.ts'
import { formatSeconds } from '../seconds.ts'
import { commandLine } from '../shell-quote.ts'
import { type Blocker, blocker, type RuleContext, type StuckObject } from '../stuck-object.ts'
import { PATIENCE_SECONDS } from '../thresholds.ts'

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
