import { printable } from '../../api/printable.ts'
import type { Catalogue, CatalogueEntry } from '../../diagnosis/catalogue/catalogue.ts'
import type { EntryRows } from '../../diagnosis/catalogue/rows.ts'
import { type Message, message } from '../../messages/sentence.ts'

/** How many names are offered for one that is not known. */
const OFFERED = 5

/** Entries with all that their projects say of them; of a family, of the name that was asked for. */
export async function described(
  entries: readonly CatalogueEntry[],
  asked: string | undefined,
  catalogue: Catalogue,
): Promise<readonly { readonly entry: CatalogueEntry; readonly rows: EntryRows }[]> {
  const { rowsFor } = await import('../../diagnosis/catalogue/rows.ts')
  return entries.map(entry => ({ entry, rows: rowsFor(entry, asked ?? entry.finalizer, catalogue.rows) }))
}

/** That a finalizer is not known, with names that are like it. */
export async function unknownFinalizer(finalizer: string, catalogue: Catalogue): Promise<Message> {
  const { nearestNames } = await import('../../diagnosis/catalogue/nearest.ts')
  const similar = nearestNames(finalizer, catalogue, OFFERED).map(printable)
  return message('NoFinalizerNamed', { finalizer: printable(finalizer), similar })
}
