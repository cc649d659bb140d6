import { placedName } from '../../api/object-ref.ts'
import type { Preflight } from '../../diagnosis/preflight/foreseen.ts'
import { message } from '../../messages/sentence.ts'
import type { Refusal } from '../guard.ts'

/** Objects that are named before the rest is counted. */
const MAX_NAMED = 10

/** Whether a deletion takes along, or takes its CRD from, what belongs to others than what was named. */
export function belongsToOthers({ others }: Pick<Preflight, 'others'>): Refusal | undefined {
  if (others.length === 0) return undefined
  const told = others.slice(0, MAX_NAMED).map(({ ref, of, by }) => ({
    name: placedName(ref),
    ...(by.is === 'Install' ? {} : { to: by.text }),
    ...(by.is !== 'Install' && ref.uid === of.uid ? {} : { of: placedName(of) }),
  }))
  return {
    guard: 'BelongsToOthers',
    why: message('OfOthers', { others: told, more: others.length - told.length }),
    instead: message(others.some(({ ref, of }) => ref.uid !== of.uid) ? 'NameTakersToo' : 'LeaveItOut'),
  }
}

/** Whether a deletion destroys what no backup of this program brings back. */
export function losesData({ loses }: Pick<Preflight, 'loses'>): Refusal | undefined {
  // A Secret is no more than its backup.
  const lost = loses.flatMap(({ ref, what, cleans }) =>
    what === 'Secret' ? [] : [{ ref, what, cleans: cleans?.text }],
  )
  const [first] = lost
  if (first === undefined) return undefined
  const { ref, what, cleans } = first
  const args = { name: placedName(ref), what, more: lost.length - 1, ...(cleans !== undefined && { cleans }) }
  return { guard: 'LosesData', why: message('DestroysData', args) }
}
