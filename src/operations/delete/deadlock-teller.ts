import { placedText } from '../../api/object-text.ts'
import { message } from '../../messages/sentence.ts'
import { type Deadlock, deadlocksOf, goingOf } from '../../plan/ordered/deadlocks.ts'
import type { Step } from '../../plan/outcome.ts'
import { advised, deleteWords, type Reach } from '../../plan/reach.ts'
import type { Left } from '../ordered/explain-left.ts'

/** Objects whose deletion is advised at most. */
const MAX_ADVISED = 3

/** Finds deadlocks in each explanation of what is left, and tells of those of the last one. */
export function deadlockTeller(preflight: Parameters<typeof goingOf>[0]) {
  const going = goingOf(preflight)
  let deadlocks: readonly Deadlock[] = []
  return {
    onExplained(left: readonly Left[]): void {
      const waiting = left.map(({ object: { ref }, awaits }) => ({ ref, awaits }))
      deadlocks = deadlocksOf(waiting, going)
    },
    /** Adds to a step that timed out which objects of later waves it waits for, and the commands that delete those. */
    told(step: Step, reach: Reach): Step {
      const found = step.result === 'timeout' ? deadlocks.find(({ ref }) => ref.uid === step.ref.uid) : undefined
      if (found === undefined) return step
      const later = found.later.map(({ ref, wave, with: target }) => ({
        name: placedText(ref),
        wave,
        with: target.uid === ref.uid ? undefined : placedText(target),
      }))
      const also = message('DeadlockOfWaves', { wave: found.wave, later })
      const said = step.message === undefined ? also : message('AndAlso', { sentence: step.message, also })
      const opening = found.later
        .slice(0, MAX_ADVISED)
        .map(({ ref }) => advised(message('DeleteLaterFirst', { name: placedText(ref) }), reach, ...deleteWords(ref)))
      return { ...step, message: said, advice: [...(step.advice ?? []), ...opening] }
    },
  }
}
