import { type Catalogue, catalogueOf } from './catalogue.ts'
import { listedIn } from './record.ts'
import { lines } from './records.ts'

/** The catalogue that comes with the program. Import this file lazily: its data is large, and most commands need none. */
export function shippedCatalogue(): Catalogue {
  return catalogueOf(listedIn(lines))
}
