import { readable } from '../quote.ts'
import { logFields } from '../words/log-fields.ts'
import type { LogLine } from './line.ts'
import type { Sought } from './names-in-words.ts'

/** By its kind or plural, as it stands or in lower case. */
export function isCalled(word: string, { kind, plural }: Sought): boolean {
  return [kind.toLowerCase(), plural].includes(word.toLowerCase())
}

/** `canary=podinfo.test`, in a field that is called after the kind (fluxcd/flagger:pkg/controller, logger.With). */
export function isNameFirst(value: string, { namespace, name }: Sought): boolean {
  return namespace !== undefined && value === `${name}.${namespace}`
}

/** `Bucket shop/a`, `bucket "shop/a"`. */
const KIND_AND_NAME = /([\w.]{1,200})[ :=]{1,2}["'`]?([a-z0-9][a-z0-9.-]{0,62})\/([a-z0-9][\w.-]{0,252})(?![\w/])/g

/** Whether what is called by its kind has another name, or what is of another type one of another namespace. */
export function namesAnother({ fields, message, error }: LogLine, sought: Sought): boolean {
  const { namespace, name, others } = sought
  const isOther = (word: string, place: string | undefined, value: string) => {
    if (isCalled(word, sought))
      return !['', name, `${namespace}/${name}`].includes(value) && !isNameFirst(value, sought)
    return namespace !== undefined && place !== undefined && place !== namespace && others.has(word.toLowerCase())
  }
  const isFieldOfOther = ([key, value]: readonly [string, string]) =>
    isOther(key, /^([a-z0-9][a-z0-9.-]{0,62})\/[a-z0-9][a-z0-9.-]{0,252}$/.exec(value)?.[1], value)
  const inWords = [message, error].flatMap(text => [...readable(text).matchAll(KIND_AND_NAME)])
  return (
    [...fields].some(isFieldOfOther) ||
    inWords.some(([, word, place, end]) => isOther(word!.split('.')[0]!, place, `${place}/${end!}`))
  )
}

/** In a field: no module of Rust, which is the target of a line, nor with a blank, as in the name of a span. */
export function namesSome({ fields }: Pick<LogLine, 'fields'>): boolean {
  return [...fields].some(([path, value]) => {
    const key = path.split('.').at(-1)!
    if (value === '' || value.includes('::')) return false
    const isName = logFields.has('name', key) && !value.includes(' ')
    return isName || logFields.has('object', key) || logFields.has('uid', key)
  })
}
