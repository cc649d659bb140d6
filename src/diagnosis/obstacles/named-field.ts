import { factFrom, message } from '../../messages/sentence.ts'
import type { Quote } from '../../statements/quote.ts'
import { textsIn } from '../../statements/status-texts.ts'
import { namesIn } from '../../statements/whole-word.ts'
import { english } from '../../statements/words/english.ts'
import type { Case } from '../dossier/dossier.ts'
import type { Remedy } from '../explanation.ts'

const LONGEST = 100
/** What stands there may be no one's to read. */
const CONFIDENTIAL = /pass|secret|token|key|credential/i

/** The one field of the spec, by its name, of which an error says that it is wrong: `MeshName must match`. */
export function wrongField(errors: readonly Quote[], { reports: { whole } }: Case) {
  const said = errors.filter(({ fact }) => english.has('wrong value', fact)).flatMap(({ fact }) => namesIn(fact))
  const words = said.filter(word => /[a-z][A-Z]|\w\.\w/.test(word)).map(word => `.${word.toLowerCase()}`)
  const fields = words.length === 0 ? [] : textsIn(whole?.spec, 'spec')
  const [found, ...others] = fields.filter(({ source }) => words.some(word => source.toLowerCase().endsWith(word)))
  if (found === undefined || others.length > 0 || CONFIDENTIAL.test(found.source)) return undefined
  const { source: path, fact } = found
  return {
    key: `field/${path}=${fact}`,
    evidence: [factFrom(path, 'FieldIs', { path, value: JSON.stringify(fact.slice(0, LONGEST)) })],
    remedies: (last: Remedy, fix: Remedy) => [{ ...fix, summary: message('CorrectField', { path }) }, last],
  }
}
