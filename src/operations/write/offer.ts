import { kubeletEnds } from '../../api/kubelet-ends.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import type { Step } from '../../plan/outcome.ts'
import { type Plan, removalChanges, removalTasks, unsent } from '../../plan/plan.ts'
import type { Removal } from '../../plan/removal.ts'
import type { Losses } from '../../plan/sections.ts'
import { consentWord, type Performed, perform } from './perform.ts'
import type { WriteRun } from './write-run.ts'

interface Wish {
  readonly allOrNothing?: boolean
  /** Something of what was asked for could not be read. */
  readonly unread?: boolean
  /** What to type where the removals are only a part of what was asked for. */
  readonly word?: string
  /** Shown with the removals. */
  readonly losses?: Losses
}

/**
 * Offers to remove finalizers: the plan for `perform`. The steps known `before` come first, then those of the removals.
 */
export async function offer(
  removals: readonly Removal[],
  before: readonly Step[],
  run: WriteRun,
  { allOrNothing = false, unread = false, word, losses }: Wish = {},
): Promise<Performed> {
  if (removals.length === 0) return { steps: before, carriedOut: false }
  const refused = before.filter(({ result }) => result === 'refused' || result === 'failed')
  const isHindered = allOrNothing && (refused.length > 0 || unread)
  const plan: Plan = {
    tasks: removalTasks(removals),
    sections: [
      { part: 'removals', removals },
      ...(losses === undefined ? [] : [{ part: 'losses', ...losses } as const]),
      ...(refused.length === 0 || isHindered ? [] : [{ part: 'paragraph', sentence: alsoRefused(refused) } as const]),
    ],
    hindrance: isHindered ? HINDERED : undefined,
    foreseen: removals.flatMap(removal =>
      unsent(removalChanges(removal), { result: 'planned', message: afterwards(removal) }),
    ),
    consent: { to: removalOf(removals), word: word ?? consentWord(removals.map(({ ref }) => ref.name)) },
    backups: removals.length,
  }
  const performed = await perform(plan, run)
  return { ...performed, steps: [...before, ...performed.steps] }
}

const HINDERED = { result: 'skipped', message: message('AnotherHinders') } as const

function removalOf(removals: readonly Removal[]): Sentence {
  const finalizers = removals.flatMap(({ allowed }) => allowed).length
  return message('RemoveFinalizers', { finalizers, objects: removals.length })
}

/** Who agrees is to know that it is not all; why is told with the rest of what came of it. */
function alsoRefused(steps: readonly Step[]): Sentence {
  return message('AlsoRefused', { finalizers: steps.length, guards: [...new Set(steps.map(({ guard }) => guard))] })
}

function afterwards({ left, object }: Removal): Sentence {
  return message('ObjectThen', { left, kubelet: kubeletEnds(object) })
}
