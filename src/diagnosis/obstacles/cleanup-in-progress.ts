import { message, sentenceKey } from '../../messages/sentence.ts'
import { gistOf } from '../../statements/gist.ts'
import { untriedEvidence } from '../admission/untried.ts'
import type { Candidate } from '../controller/search.ts'
import { type Case, living } from '../dossier/dossier.ts'
import { isOfOwnController } from '../dossier/state.ts'
import { type Evidence, evidenceOf } from '../explanation.ts'
import { bulkEvidence, bulkOf, shrink } from '../object-size.ts'
import { emptyNames, mayName } from '../references/references.ts'
import { type Blocker, blocker } from '../stuck-object.ts'
import { readyEvidence, workloadText } from '../workloads/workloads.ts'
import { type Look, telling } from './telling-work.ts'
import { isTied, type WorkState, workStateOf } from './work-state.ts'

/**
 * CleanupInProgress: the controller is there and ready, and reports no error. `progressing` while it shows signs of
 * work: to be there is none. One that is silent, or says only what it waits for, is `unknown`, not blamed, and asked
 * before anything is removed.
 */
export function cleanupInProgress(found: Case): Blocker | undefined {
  const { held, reports } = found
  const [controller] = living(found)
  const state = workStateOf(found)
  if (controller === undefined || state === undefined) return undefined
  // Who is likelier the controller, and not ready, is told in its place.
  if ((state === 'silent' || state === 'clued') && found.search.likelier !== undefined) return undefined
  const look = lookAt(found, controller, state)
  const told = telling[state](look)
  // No report tells of a write that failed for its size; the object itself does.
  const bulk = state === 'working' || reports.whole === undefined ? undefined : bulkOf(reports.whole)
  const { namespace, kind, name } = controller.workload
  return blocker(
    // What an Event or a manager's name says of a workload that has no more than the name is no proof of work.
    (state === 'working' || state === 'foreseen') && isTied(found, controller) ? 'progressing' : 'unknown',
    {
      key: `CleanupInProgress/${namespace}/${kind}/${name}${told.apart}${gist(look, state)}${isUntriedToo(look, state) ? '/untried' : ''}${bulk === undefined ? '' : `/${held.ref.uid}`}`,
      subject: held.ref,
      summary: told.summary,
      evidence: [...told.evidence, ...(bulk === undefined ? [] : [bulkEvidence({ ref: held.ref, bulk })])],
      remedies: () => [...told.remedies, ...(bulk === undefined ? [] : [shrink(held, bulk, found.context.facts)])],
    },
  )
}

const MAX_UNWELL = 6

function lookAt(found: Case, controller: Candidate, state: WorkState): Look {
  const { held, reports, context } = found
  const mayBeEmpty = (state === 'silent' || state === 'clued') && mayName(held) && isOfOwnController(found)
  const { workload, evidence } = controller
  return {
    found,
    controller,
    who: [readyEvidence(workload), ...evidence, ...(isTied(found, controller) ? [] : [untied(found, controller)])],
    untried: untriedEvidence(held, context),
    unwell: [
      ...reports.unwell.map(evidenceOf),
      ...(mayBeEmpty ? emptyNames(held, context).map(({ evidence }) => evidence) : []),
    ].slice(0, MAX_UNWELL),
  }
}

/** What one object complains of, or waits for, is no evidence for another. */
function gist({ found: { held, reports }, unwell }: Look, state: WorkState): string {
  const tells = state === 'working' ? reports.waits.map(evidenceOf) : [...unwell, ...reports.waits.map(evidenceOf)]
  if (tells.length === 0) return ''
  return `/${gistOf(tells.map(({ fact }) => sentenceKey(fact)).join(), [held.ref.name, held.ref.uid])}`
}

function isUntriedToo({ untried: gaps }: Look, state: WorkState): boolean {
  return gaps.length > 0 && state !== 'untried' && state !== 'working'
}

/** Any workload can have the name, and whoever administers a namespace can give it a right there. */
function untied({ held }: Case, { workload, holder }: Candidate): Evidence {
  const name = workloadText(workload)
  const fact =
    holder === undefined
      ? message('OnlyNamed', { workload: name })
      : message('AllowedByNamespace', { workload: name, binding: holder.binding, namespace: held.ref.namespace })
  return { fact, source: 'rolebindings' }
}
