import type { KubeObject } from '../../api/object.ts'
import { message } from '../../messages/sentence.ts'
import type { Candidate } from '../controller/search.ts'
import { type Case, living, removal, tieOfCandidate } from '../dossier/dossier.ts'
import type { Facts } from '../facts.ts'
import { toRepair } from '../remedy.ts'
import { otherClass } from '../scope/classes.ts'
import { otherInstance, otherLabels } from '../scope/labels.ts'
import type { Mismatch } from '../scope/mismatch.ts'
import { unwatched } from '../scope/namespaces.ts'
import { type Blocker, blocker, type StuckObject } from '../stuck-object.ts'
import { EARLY_SECONDS } from '../thresholds.ts'
import { manifestOf } from '../workloads/commands.ts'
import { readyEvidence, type Workload, workloadText } from '../workloads/workloads.ts'

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
  return holdingOf(found, who, first, isOld && first.isCertain && tieOfCandidate(found, who) !== undefined)
}

function holdingOf(found: Case, { workload, evidence }: Candidate, mismatch: Mismatch, isCertain: boolean): Blocker {
  const { kind, namespace, name } = workload
  const { finalizer } = found
  const text = workloadText(workload)
  const configure = message('ConfigureToSelect', { workload: text, lacks: mismatch.lacks })
  return blocker(isCertain ? 'stuck' : 'unknown', {
    key: `OutOfScope/${kind}/${namespace}/${name}/${mismatch.key}`,
    code: 'OutOfScope',
    subject: { kind, namespace, name },
    finalizer,
    summary: message('NotSelected', { workload: text, isCertain, lacks: mismatch.lacks }),
    evidence: [...mismatch.evidence, readyEvidence(workload), ...evidence],
    remedies: (_blocks, direct) => [
      ...(mismatch.remedies ?? [toRepair(configure, [manifestOf(workload)], 'low')]),
      removal(found, direct),
    ],
  })
}

/** The first setting by which a workload does not select the object; undefined where none shows that. */
function mismatchOf(
  workload: Workload,
  held: StuckObject,
  whole: KubeObject | undefined,
  facts: Facts,
): Mismatch | undefined {
  return (
    unwatched(workload, held) ??
    otherLabels(workload, held) ??
    otherInstance(workload, held) ??
    (whole && otherClass(workload, held, whole, facts))
  )
}
