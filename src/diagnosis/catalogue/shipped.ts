import { type Catalogue, catalogueOf } from './catalogue.ts'
import { unpacked } from './packed.ts'
import { lines, rows } from './shipped-data.ts'

/** The catalogue that comes with the program. Import this file lazily: its data is large, and most commands need none. */
export function shippedCatalogue(): Catalogue {
  return catalogueOf(unpacked(lines, rows), rows)
}
