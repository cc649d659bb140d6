import { valuesAt } from '../../api/values-at.ts'
import { message } from '../../messages/sentence.ts'
import type { KeptBy } from '../catalogue/entry.ts'
import type { Evidence } from '../explanation.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import { wholeOf } from '../whole-object.ts'

/** That a policy lets nothing outside be deleted with the object: only one that no user of a namespace can write. */
export function keptBy(row: KeptBy | undefined, held: StuckObject, context: RuleContext): Evidence | undefined {
  const whole = row && wholeOf(held, context)
  if (row === undefined || whole === undefined) return undefined
  const { of, field, value } = row
  const [name] = of === undefined ? [] : valuesAt(whole, of.field)
  const named = typeof name === 'string' && of ? { about: 'object' as const, resource: of.resource, name } : undefined
  const other = named && context.facts.read(named)
  const policy = of === undefined ? whole : other?.state === 'known' ? other.value : undefined
  if (policy === undefined || policy.metadata.namespace !== undefined) return undefined
  const isOwn = of === undefined || valuesAt(policy, of.uid).includes(held.ref.uid)
  if (!isOwn || (of && policy.metadata.deletionTimestamp !== undefined)) return undefined
  if (!valuesAt(policy, field).includes(value)) return undefined
  const fact = message('FieldIs', { path: field, value, of: of && `${policy.kind} ${policy.metadata.name}` })
  return { fact, source: named?.resource ?? held.ref.resource }
}
