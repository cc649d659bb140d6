import type { CatalogueEntry } from '../diagnosis/catalogue/entry.ts'
import { formatTable } from './table.ts'

/** Entries as a table; no entries give no text. */
export function formatCatalogueTable(entries: readonly CatalogueEntry[], headers: boolean): string {
  if (entries.length === 0) return ''
  const rows = entries.map(({ finalizer, project, controller, risk }) => [finalizer, project, controller.name, risk])
  return formatTable(headers ? ['FINALIZER', 'PROJECT', 'CONTROLLER', 'RISK'] : undefined, rows)
}
