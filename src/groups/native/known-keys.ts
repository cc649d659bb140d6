import type { Field } from '../document/field.ts'

/** The members of a map by their keys; a key that is not one of these is refused, with what may stand there. */
export function knownKeys<Key extends string>(map: Field, keys: readonly Key[]): Partial<Record<Key, Field>> {
  const members: Partial<Record<Key, Field>> = {}
  for (const [key, field] of map.entries()) {
    const known = keys.find(name => name === key)
    if (known === undefined) return field.fail(`unknown field "${key}"; known are ${keys.join(', ')}`)
    members[known] = field
  }
  return members
}
