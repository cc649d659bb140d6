import type { KubeObject } from '../../api/object.ts'
import { factFrom } from '../../messages/sentence.ts'
import type { Quote } from '../../statements/quote.ts'
import { namesIn } from '../../statements/whole-word.ts'
import { english } from '../../statements/words/english.ts'
import type { Evidence } from '../explanation.ts'

const DEEPEST = 4
const LONGEST = 100
/** What stands there may be no one's to read. */
const CONFIDENTIAL = /pass|secret|token|key|credential/i

/**
 * The one field of the spec by whose name an error says that a value is wrong: `MeshName must match …`, `PXC.Image can
 * not be empty`. A plain word is no name of a field.
 */
export function namedField(errors: readonly Quote[], whole: KubeObject | undefined) {
  const said = errors.filter(({ fact }) => english.has('wrong value', fact)).flatMap(({ fact }) => namesIn(fact))
  const words = said.filter(word => /[a-z][A-Z]|\w\.\w/.test(word)).map(word => `.${word.toLowerCase()}`)
  const [found, ...others] = fieldsIn(whole?.spec, 'spec', 0).filter(({ path }) =>
    words.some(word => path.toLowerCase().endsWith(word)),
  )
  if (found === undefined || others.length > 0 || CONFIDENTIAL.test(found.path)) return undefined
  const { path } = found
  const value = JSON.stringify(found.value).slice(0, LONGEST)
  const evidence: Evidence = factFrom(path, 'FieldIs', { path, value })
  return { path, evidence, key: `/${path}=${value}` }
}

function fieldsIn(
  value: unknown,
  path: string,
  depth: number,
): readonly { readonly path: string; readonly value: unknown }[] {
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : [{ path, value }]
  if (depth > DEEPEST || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => fieldsIn(inner, `${path}.${name}`, depth + 1))
}
