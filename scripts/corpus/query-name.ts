import type { Query } from '../../src/api/fact.ts'

/** A question in one line. */
export function queryName(query: Query): string {
  const { about, ...rest } = query
  const words = Object.entries(rest).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${Array.isArray(value) ? value.join(',') : value}`],
  )
  return [about, ...words].join(' ')
}
