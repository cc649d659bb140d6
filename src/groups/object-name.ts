import type { Field } from './document/field.ts'

/**
 * The text if it can be a name or namespace in the path of a request. A name comes from fields that whoever writes the
 * custom resource chooses: `..` or a slash in it would aim the delete at something else.
 */
export function objectName(text: string, place: Field): string {
  if (text === '' || text === '.' || text === '..' || /[/%\s\p{Cc}]/u.test(text))
    place.fail(`${JSON.stringify(text)} is not a valid object name; write the name itself here`)
  return text
}
