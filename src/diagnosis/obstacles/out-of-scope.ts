import type { KubeObject } from '../../api/object.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import type { Candidate } from '../controller/search.ts'
import { type Case, causedBy, living, removal, tieOfCandidate } from '../dossier/dossier.ts'
import { heardOf } from '../dossier/log.ts'
import { lastWord } from '../dossier/log-words.ts'
import { type Evidence, type Remedy, toRepair } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { otherClass, otherInstance, otherLabels } from '../scope/classes.ts'
import { unwatched } from '../scope/namespaces.ts'
import type { Blocker, StuckObject } from '../stuck-object.ts'
import { EARLY_SECONDS } from '../thresholds.ts'
import { manifestOf, type Workload, workloadText } from '../workloads/workloads.ts'

/**
 * OutOfScope: all that runs of the controller was started for other objects, by namespace, label, instance or class,
 * and has reported and done nothing since the deletion. `stuck` if the setting's meaning is known, and the controller.
 */
export function outOfScope(found: Case): Blocker | undefined {
  const { held, reports, context } = found
  if (reports.failures.length + reports.progress.length + reports.waits.length > 0) return undefined
  const running = living(found)
  const those = running.length > 0 || found.search.candidates.length > 0 ? running : found.search.notSelecting
  const mismatches = those.map(({ workload }) => mismatchOf(workload, held, reports.whole, context.facts))
  const [who] = those
  const [first] = mismatches
  if (who === undefined || first === undefined || mismatches.includes(undefined)) return undefined
  // Another one that has less to show for it may look after it.
  const others = found.search.possible.filter(({ readyReplicas }) => readyReplicas > 0)
  if (others.some(other => mismatchOf(other, held, reports.whole, context.facts) === undefined)) return undefined
  const isOld = (held.ageSeconds ?? 0) >= EARLY_SECONDS
  const isCertain = isOld && first.isCertain && tieOfCandidate(found, who) !== undefined
  const { key, evidence, lacks } = first
  const workload = workloadText(who.workload)
  const configure = message('ConfigureToSelect', { workload, lacks })
  const remedies = first.remedies ?? [toRepair(configure, [manifestOf(who.workload)], 'low')]
  return leftOut(found, who, isCertain, {
    key,
    summary: message('NotSelected', { workload, isCertain, lacks }),
    evidence,
    remedies,
  })
}

interface LeftOut {
  readonly key: string
  readonly summary: Sentence
  readonly evidence: readonly Evidence[]
  /** Before the removal. */
  readonly remedies: readonly Remedy[]
}

function leftOut(found: Case, who: Candidate, isSure: boolean, { remedies, ...why }: LeftOut): Blocker {
  const { kind, namespace, name } = who.workload
  return causedBy(isSure ? 'stuck' : 'unknown', who, {
    ...why,
    key: `OutOfScope/${kind}/${namespace}/${name}/${why.key}`,
    remedies: (_blocks, direct) => [...remedies, removal(found, direct)],
  })
}

/** The first setting by which a workload does not select the object; undefined where none shows that. */
function mismatchOf(workload: Workload, held: StuckObject, whole: KubeObject | undefined, facts: Facts) {
  return (
    unwatched(workload, held) ??
    otherLabels(workload, held) ??
    otherInstance(workload, held) ??
    (whole && otherClass(workload, held, whole, facts))
  )
}

/** OutOfScope: the controller last logged that it leaves the object to another; `unknown`: that it passes it over. */
export function loggedScope(found: Case): Blocker | undefined {
  const heard = heardOf(found)
  const said = heard && lastWord(heard)
  const [who, ...others] = living(found)
  // Of several one may be the one that looks after it.
  if (heard === undefined || said === undefined || who === undefined || others.length > 0) return undefined
  if (said.means !== 'outOfScope' && said.means !== 'perhapsOutOfScope') return undefined
  const isSure = said.means === 'outOfScope' && heard.isTrusted
  const workload = workloadText(who.workload)
  return leftOut(found, who, isSure, {
    key: 'log',
    summary: message('LeftOutAsLogged', { workload, isSure }),
    evidence: [said.evidence],
    remedies: [toRepair(message('SelectByLine', { workload }), [manifestOf(who.workload)], 'low')],
  })
}
