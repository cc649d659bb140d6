import { printable } from '../../api/printable.ts'
import type { Catalogue, CatalogueEntry } from '../../diagnosis/catalogue/catalogue.ts'
import type { Described } from '../../render/catalogue.ts'

/** How many names are offered for one that is not known. */
const OFFERED = 5

/** Entries with all that their projects say of them; of a family, of the name that was asked for. */
export async function described(
  entries: readonly CatalogueEntry[],
  asked: string | undefined,
  catalogue: Catalogue,
): Promise<readonly Described[]> {
  const { rowsFor } = await import('../../diagnosis/catalogue/rows.ts')
  return entries.map(entry => ({ entry, rows: rowsFor(entry, asked ?? entry.finalizer, catalogue.rows) }))
}

/** One line that a finalizer is not known, with names that are like it. */
export async function unknownFinalizer(finalizer: string, catalogue: Catalogue): Promise<string> {
  const { nearestNames } = await import('../../diagnosis/catalogue/nearest.ts')
  const names = nearestNames(finalizer, catalogue, OFFERED).map(printable)
  const offer =
    names.length === 0 ? '"kubectl finalize catalog" lists the known finalizers' : `similar names: ${names.join(', ')}`
  return `error: no known finalizer "${printable(finalizer)}"; ${offer}`
}
