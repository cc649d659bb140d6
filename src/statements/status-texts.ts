import { NONE } from '../api/long-lists.ts'
import type { KubeObject } from '../api/object.ts'
import { oncePer } from '../api/once-per.ts'
import type { Quote } from './quote.ts'

export const DEEPEST = 6
const LONGEST = 4000

/** Texts by which an object itself says how its controller fares: every text of its status. */
export const statusTexts = oncePer((whole: KubeObject): readonly Quote[] =>
  whole.status === undefined ? NONE : textsIn(whole.status, 'status'),
)

/** Each text in a part of an object, with its path; those of a list have one. */
export function textsIn(part: unknown, path: string): readonly Quote[] {
  const found: Quote[] = []
  collect(part, path, 0, found)
  return found
}

function collect(value: unknown, path: string, depth: number, found: Quote[]): void {
  if (depth > DEEPEST || value === null || value === undefined) return
  if (typeof value === 'string') {
    found.push({ fact: value.slice(0, LONGEST), source: path })
    return
  }
  if (typeof value !== 'object') return
  for (const [name, inner] of Object.entries(value)) {
    collect(inner, Array.isArray(value) ? path : `${path}.${name}`, depth + 1, found)
  }
}
