import { FOREGROUND } from '../../api/builtin-finalizers.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { deadlockOf } from '../ownership/deadlock.ts'
import { deletesInForeground } from '../ownership/owner-lookup.ts'
import { releaseOwners } from '../ownership/release.ts'
import { type Blocker, blocker, type RuleContext, type StuckObject } from '../stuck-object.ts'

const MAX_NAMED = 5

/**
 * DependentAlive in a circle: objects deleted in the foreground that block each other. None of them goes first; letting
 * one go ends the wait of all.
 */
export function dependentDeadlock(held: StuckObject, context: RuleContext): readonly Blocker[] {
  if (!deletesInForeground(held)) return []
  const circle = deadlockOf(held, context)
  if (circle === undefined) return []
  const [first] = circle as readonly [StuckObject, ...StuckObject[]]
  const objects = circle.slice(0, MAX_NAMED).map(({ ref }) => `${ref.kind} ${ref.name}`)
  const shown = { objects, more: circle.length - objects.length }
  return [
    blocker('stuck', {
      key: `DependentAlive/circle/${first.ref.uid}`,
      code: 'DependentAlive',
      subject: first.ref,
      finalizer: FOREGROUND,
      summary: message('CircleOfOwners', shown),
      evidence: [factFrom('ownerReferences', 'CircleBlocks', shown)],
      remedies: () => [releaseOwners([first], message('OthersFollow'))],
    }),
  ]
}
