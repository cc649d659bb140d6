import type { KubeObject } from '../api/object.ts'
import { quoteOf, readConditions } from './condition.ts'
import type { Quote } from './quote.ts'
import { wholeWord } from './whole-word.ts'
import { inUse } from './words/in-use.ts'

/** Whether a type or a reason of a condition says that others use the object. */
export function saysInUse(word: string): boolean {
  return inUse.has('condition in use', word) && !inUse.has('condition free', word)
}

/** Whether a condition says that others use it: `InUse=True`, or reason `DependentsExist` where it is not True. */
export function isSaidInUse(whole: KubeObject): boolean {
  return readConditions(whole).some(({ type, status, reason }) =>
    status === 'True' ? saysInUse(type) && !inUse.has('condition free', reason) : saysInUse(reason),
  )
}

/** The condition (`StillReferenced=True`, `Ready=False InUse`) that says that the object with this name uses it. */
export function conditionNaming({ metadata: { name } }: KubeObject, whole: KubeObject): Quote | undefined {
  const said = readConditions(whole).find(condition => {
    const { type, status, reason, message } = condition
    const isByType = saysInUse(type) && status === 'True' && !inUse.has('condition free', reason)
    return (isByType || (saysInUse(reason) && !inUse.has('free', message))) && nameIn(name).test(message)
  })
  return said && quoteOf(said)
}

/** The name as a whole word, with the namespace that may stand before it. */
function nameIn(name: string): RegExp {
  return new RegExp(`(?:([a-z0-9-]+)/)?${wholeWord(name)}`)
}

type Named = { readonly kind: string; readonly plural: string }

/** Whether a text has a type by its kind or its plural, in lower case too. */
export function namesType({ fact }: Quote, { kind, plural }: Named): boolean {
  const text = fact.toLowerCase()
  return text.includes(kind.toLowerCase()) || text.includes(plural)
}

/** Whether a text names an object of a type: `Binding shop/tenant-b`, `bindings: tenant-b`. */
export function namesUser(quote: Quote, type: Named, { metadata: { name, namespace } }: KubeObject): boolean {
  if (!namesType(quote, type)) return false
  const { fact } = quote
  const found = nameIn(name).exec(fact)
  return found !== null && (found[1] === undefined || found[1] === namespace)
}

/** A text of a stranger may name thousands, each of which is asked for. */
const MAX_PATHS = 20

/** The first of `namespace/name` that a text names. */
export function pathsIn({ fact }: Quote): readonly { readonly namespace: string; readonly name: string }[] {
  const paths = inUse.findAll('path', fact).slice(0, MAX_PATHS)
  return paths.map(([, namespace = '', name = '']) => ({ namespace, name }))
}

export function namesKind({ fact }: Quote, kind: string): boolean {
  return new RegExp(`\\b${kind}\\b`).test(fact)
}
