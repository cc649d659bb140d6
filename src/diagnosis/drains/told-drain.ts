import { valuesAt } from '../../api/values-at.ts'
import { message } from '../../messages/sentence.ts'
import { claims, claimsOf } from '../../statements/claims.ts'
import { readConditions } from '../../statements/condition.ts'
import type { Quote } from '../../statements/quote.ts'
import { type Drainer, NODE_FIELDS } from '../catalogue/drainers.ts'
import type { Case } from '../dossier/dossier.ts'
import { isOfOwnController } from '../dossier/state.ts'
import { toRepair } from '../remedy.ts'
import { evidenceOf } from '../said.ts'
import type { Blocker } from '../stuck-object.ts'
import type { Deadline } from './deadline.ts'
import { drain } from './drain-holding.ts'

/** A product that is not known and says of the object that it is draining, or that an eviction was refused. */
export function drainerThatSaysSo(found: Case): Drainer | undefined {
  const { finalizer, held, reports } = found
  if (held.ref.resource === 'nodes' || !isOfOwnController(found)) return undefined
  const texts = conditionTexts(found)
  const refused = texts.some(claims('eviction refused'))
  if (!refused && !texts.some(claims('draining'))) return undefined
  const node = NODE_FIELDS.find(field => textAt(reports.whole, field) !== undefined)
  if (node === undefined && !refused) return undefined
  const source = 'status.conditions'
  return { finalizer, on: held.ref.resource, node, source, isKnown: false }
}

/** What the object repeats of a refused eviction, also of a node in another cluster. */
export function toldBlocked(found: Case, deadline: Deadline | undefined): readonly Blocker[] {
  const [refused] = claimsOf('eviction refused', conditionTexts(found))
  if (refused === undefined) return []
  const { budget: name, namespace } = refused
  const evidence = evidenceOf(refused.quote)
  const subject = { kind: 'PodDisruptionBudget', ...(namespace !== undefined && { namespace }), name }
  const summary = message('AllowOneDisruption', { isThere: true })
  const repair = toRepair(summary, [], 'medium')
  return [drain({ subject, isCertain: false, evidence, remedies: [repair], isDoubled: false, deadline, found })]
}

/** What the conditions say, of those that hold now, and the failures that are reported. */
function conditionTexts({ reports }: Case): readonly Quote[] {
  const source = 'status.conditions'
  return [
    ...readConditions(reports.whole).map(({ reason, message }) => ({ fact: `${reason}: ${message}`, source })),
    ...reports.failures.map(({ fact, evidence }) => ({ fact, source, evidence: { ...evidence, source } })),
  ]
}

/** The text in a field of an object; undefined for an empty one. */
export function textAt(object: unknown, path: string): string | undefined {
  const [value] = valuesAt(object, path)
  return typeof value === 'string' && value !== '' ? value : undefined
}
