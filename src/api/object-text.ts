import type { ObjectRef } from './object-ref.ts'
import { visible } from './visible.ts'

type Named = Pick<ObjectRef, 'kind' | 'name' | 'namespace'>

/** `pod/db-0`: short enough for a tree, and what this program takes as TYPE/NAME. */
export function objectText({ kind, name }: Pick<Named, 'kind' | 'name'>): string {
  return visible(`${kind.toLowerCase()}/${name}`)
}

/** `pod/db-0 in namespace shop`: where the place is not plain from what stands around it. */
export function placedText(subject: Named): string {
  const where = subject.namespace === undefined ? '' : ` in namespace ${visible(subject.namespace)}`
  return `${objectText(subject)}${where}`
}

/** `1 object`, `1,204 objects`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** `1,204`. */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3}){1,9}$)/g, ',')
}

/** `a, b and 3 more`: so many of these, and how many others there are. */
export function firstOf(names: readonly string[], most: number): string {
  const shown = names.slice(0, most).join(', ')
  return names.length > most ? `${shown} and ${names.length - most} more` : shown
}
