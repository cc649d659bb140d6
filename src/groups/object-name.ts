import { isNamespaceName } from '../api/namespace-type.ts'
import type { Field } from './document/field.ts'

/**
 * The text if it can be a name in the path of a request. A name comes from fields that whoever writes the
 * custom resource chooses: `..` or a slash in it would aim the delete at something else.
 */
export function objectName(text: string, place: Field): string {
  if (text === '' || text === '.' || text === '..' || /[/%\s\p{Cc}]/u.test(text))
    place.fail(`${JSON.stringify(text)} is not a valid object name; write the name itself here`)
  return text
}

/** The text if a namespace can have this name: of another one, such as `*`, a server lists nothing and says no word. */
export function namespaceName(text: string, place: Field): string {
  if (!isNamespaceName(text)) place.fail(`${JSON.stringify(text)} is not a valid namespace; write its name here`)
  return text
}
