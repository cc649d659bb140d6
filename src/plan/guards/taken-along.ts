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

/** What may go with what, where these could not be read: who may delete a claim mostly may not read its volume. */
const MAY_LOSE: Readonly<Record<string, readonly ['VolumeData' | 'LoadBalancer', holders: ReadonlySet<string>]>> = {
  persistentvolumes: ['VolumeData', new Set(['persistentvolumeclaims'])],
  persistentvolumeclaims: ['VolumeData', new Set(['persistentvolumeclaims', 'namespaces'])],
  services: ['LoadBalancer', new Set(['services', 'namespaces'])],
}

type Losing = Pick<Preflight, 'loses' | 'reach' | 'unreadable'>

/** Whether a deletion destroys what no backup of this program brings back, or it is not known. */
export function losesData({ loses, reach, unreadable }: Losing): Refusal | undefined {
  // A Secret is no more than its backup.
  const lost = loses.flatMap(({ ref, what, cleans }) =>
    what === 'Secret' ? [] : [{ ref, what, cleans: cleans?.text }],
  )
  const [first] = lost
  if (first === undefined) {
    for (const { resource, namespace, message: said } of unreadable) {
      const [what, holders] = MAY_LOSE[resource] ?? []
      const held = reach.find(
        ({ ref }) => holders?.has(ref.resource) && [undefined, ref.namespace ?? ref.name].includes(namespace),
      )
      if (what === undefined || held === undefined) continue
      const why = message('ResourceUnread', { resource, why: said })
      return { guard: 'LosesData', why: message('MayDestroyData', { name: placedName(held.ref), what, why }) }
    }
    return undefined
  }
  const { ref, what, cleans } = first
  const args = { name: placedName(ref), what, more: lost.length - 1, ...(cleans !== undefined && { cleans }) }
  return { guard: 'LosesData', why: message('DestroysData', args) }
}
