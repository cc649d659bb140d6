import { message } from '../../messages/sentence.ts'
import { isCustom } from '../custom-type.ts'
import type { Case } from '../dossier/dossier.ts'
import { usersByName } from '../protections/users-by-name.ts'
import { readHeld } from '../read-held.ts'
import { toInspect } from '../remedy.ts'
import { yamlCommand } from '../shell-quote.ts'
import type { Clue } from './clue.ts'

/** Where a group has more, as those of cloud providers, each object would ask for as many lists. */
const MAX_TYPES = 30

/**
 * That an object of another type of its API group names it in a field called after its kind, is not owned by it, and is
 * not being deleted: controllers wait for such without a word (spidernet-io/egressgateway#1019).
 */
export function stillNamed({ held, context }: Case): Clue | undefined {
  const same = context.facts.types.filter(({ group }) => group === held.type.group)
  if (!isCustom(held) || same.length > MAX_TYPES) return undefined
  const living = usersByName(held, context, undefined).objects.filter(
    ({ metadata: { deletionTimestamp, ownerReferences = [] } }) =>
      deletionTimestamp === undefined && !ownerReferences.some(({ uid }) => uid === held.ref.uid),
  )
  const user = living[0] && readHeld(living[0], context)
  if (user === undefined) return undefined
  const { ref } = user
  const place = ref.namespace === undefined ? '' : ` in namespace ${ref.namespace}`
  const use = { object: `${held.ref.kind} ${held.ref.name}`, user: `${ref.kind} ${ref.name}${place}` }
  const why = message('StillNamed', { ...use, others: living.length - 1 })
  return {
    key: `named/${ref.uid}`,
    why,
    evidence: [{ fact: why, source: ref.resource }],
    remedy: toInspect(message('FindWhetherStillUsed', use), [yamlCommand(ref)]),
  }
}
