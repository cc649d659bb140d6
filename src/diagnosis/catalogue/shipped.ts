import { type Catalogue, catalogueOf } from './catalogue.ts'
import { unpacked } from './packed.ts'
import { lines, rows } from './shipped-data.ts'

/** The catalogue of the program. Import this file lazily: its data is large, and most commands need none of it. */
export function shippedCatalogue(): Catalogue {
  return catalogueOf(unpacked(lines, rows), rows)
}
