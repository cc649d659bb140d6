import { placedName } from '../../api/object-ref.ts'
import type { Other, Preflight } from '../../diagnosis/preflight/foreseen.ts'
import type { Refusal } from '../guard.ts'

/** Objects that are named before the rest is counted. */
const MAX_NAMED = 10

/** Whether a deletion takes along, or takes its CRD from, what belongs to others than what was named. */
export function belongsToOthers({ others }: Pick<Preflight, 'others'>): Refusal | undefined {
  if (others.length === 0) return undefined
  const told = others.slice(0, MAX_NAMED).map(sentence)
  const rest = others.length - told.length
  return {
    guard: 'BelongsToOthers',
    why: `${told.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`,
    instead: others.some(({ ref, of }) => ref.uid !== of.uid)
      ? 'name these as well if they may go, else leave out what takes them along'
      : 'leave it out, or name what it belongs to as well',
  }
}

function sentence({ ref, of, by }: Other): string {
  const name = placedName(ref)
  if (by.is === 'Install') return `${name} is another install of the operator, which needs ${placedName(of)}`
  if (ref.uid === of.uid) return `${name} belongs to ${by.text}, and the rest of what was named does not`
  return `${name} belongs to ${by.text}, and goes with ${placedName(of)}`
}
