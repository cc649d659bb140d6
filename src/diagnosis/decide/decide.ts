import type { Case } from '../dossier/dossier.ts'
import { graphOf } from '../graph.ts'
import type { Holding } from '../held.ts'
import { amended } from './amended.ts'
import { type RowName, table } from './table.ts'

/** The rows, by their names: `waitsFor` are those that are told in place of it. */
export const precedence = graphOf(new Map(Object.entries(table)), (_, name) =>
  Object.entries(table).flatMap(([other, { over }]) => (over.includes(name as RowName) ? [other] : [])),
)

/** Winners first. */
const order = precedence.waves().flat()

/** What holds the object by this finalizer, by the first row that is so; while facts are pending it does not count. */
export function decide(found: Case): readonly Holding[] {
  for (const { cause, sees } of order) {
    const holdings = sees(found)
    if (holdings !== undefined) return cause === 'elsewhere' ? holdings : holdings.map(each => amended(each, found))
  }
  return []
}

/** All rows that are so: of any two of them one has to be over the other. */
export function meeting(found: Case): readonly RowName[] {
  return (Object.keys(table) as RowName[]).filter(name => table[name].sees(found) !== undefined)
}
