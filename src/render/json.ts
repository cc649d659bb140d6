import { INVISIBLE } from '../api/visible.ts'

/** A value as indented JSON, as kubectl prints it; characters that are not seen are escaped, for it may go to a terminal. */
export function formatJson(value: unknown): string {
  // Outside of strings there is but the line break, which is raw nowhere else.
  return `${JSON.stringify(value, null, 4).replaceAll(INVISIBLE, each => (each === '\n' ? each : escaped(each)))}\n`
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`
  }).join('')
}
