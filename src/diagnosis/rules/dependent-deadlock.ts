import { FOREGROUND } from '../../api/builtin-finalizers.ts'
import { deadlockOf } from '../ownership/deadlock.ts'
import { deletesInForeground } from '../ownership/owner-lookup.ts'
import { releaseOwners } from '../ownership/release.ts'
import type { Blocker, RuleContext, StuckObject } from '../stuck-object.ts'

/**
 * DependentAlive in a circle: objects deleted in the foreground that block each other. None of them goes first; letting
 * one go ends the wait of all.
 */
export function dependentDeadlock(held: StuckObject, context: RuleContext): readonly Blocker[] {
  if (!deletesInForeground(held)) return []
  const circle = deadlockOf(held, context)
  if (circle === undefined) return []
  const [first] = circle as readonly [StuckObject, ...StuckObject[]]
  const names = circle.map(({ ref }) => `${ref.kind} ${ref.name}`)
  const shown = names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ')
  return [
    {
      verdict: 'stuck',
      cause: {
        key: `DependentAlive/circle/${first.ref.uid}`,
        code: 'DependentAlive',
        subject: first.ref,
        finalizer: FOREGROUND,
        summary:
          circle.length === 1
            ? `${shown} names itself as its owner and waits for itself in a foreground deletion.`
            : `${shown} own each other, and each waits for the next in a foreground deletion.`,
        evidence: [
          {
            fact: `${shown} have foregroundDeletion and block each other (blockOwnerDeletion)`,
            source: 'ownerReferences',
          },
        ],
        remedies: () => [releaseOwners([first], 'the others then follow by themselves')],
      },
    },
  ]
}
