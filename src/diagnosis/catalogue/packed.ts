import type { Listed } from './catalogue.ts'
import type { CatalogueEntry, KnownController, Particulars, Risk, Verified } from './entry.ts'
import { knownOutside } from './outside.ts'
import { NO_ROWS, type Rows } from './rows.ts'
import { waysOut } from './ways-out.ts'

/** A controller; the finalizers that follow it, up to the next one, are those that it removes. */
interface ControllerRecord extends KnownController {
  readonly project: string
}

type FinalizerRecord = readonly [
  finalizer: string,
  kinds: readonly string[],
  risk: Risk,
  verified: Verified,
  cleans: string,
  goneWhen: string,
  ifRemoved: string,
  checkFirst: string,
  source: string,
  particulars?: Particulars,
]

/** Entries as they are shipped: a line for a controller, then those of its finalizers. */
export function packed(entries: readonly CatalogueEntry[]): readonly string[] {
  const lines: string[] = []
  let controller = ''
  for (const entry of entries) {
    const { project, controller: of, finalizer, kinds, cleans, goneWhen, ifRemoved, ...rest } = entry
    const { risk, checkFirst, source, verified, ...some } = rest
    const own = JSON.stringify({ project, ...of } satisfies ControllerRecord)
    if (own !== controller) lines.push(own)
    controller = own
    const particulars = JSON.stringify(some)
    const columns = [finalizer, kinds, risk, verified, cleans, goneWhen, ifRemoved, checkFirst, source]
    lines.push(JSON.stringify(particulars === '{}' ? columns : [...columns, JSON.parse(particulars)]))
  }
  return lines
}

/**
 * Entries, each a line of JSON, with what the rows of their projects say. Only the name, the first text of a line, is
 * read before an entry is asked for: to parse all takes longer than the rest of the program's start.
 */
export function unpacked(lines: readonly string[], rows = NO_ROWS): readonly Listed[] {
  const listed: Listed[] = []
  let controller = ''
  for (const line of lines) {
    if (line.startsWith('{')) controller = line
    else listed.push({ finalizer: line.slice(2, line.indexOf('"', 2)), entry: entryOf(line, controller, rows) })
  }
  return listed
}

function entryOf(finalizer: string, controller: string, rows: Rows): () => CatalogueEntry {
  let read: CatalogueEntry | undefined
  return () => {
    read ??= withRows(toEntry(JSON.parse(finalizer), JSON.parse(controller)), rows)
    return read
  }
}

function toEntry(record: FinalizerRecord, { project, ...controller }: ControllerRecord): CatalogueEntry {
  const [finalizer, kinds, risk, verified, cleans, goneWhen, ifRemoved, checkFirst, source, particulars] = record
  const told = { cleans, goneWhen, ifRemoved, risk, checkFirst, source, verified }
  return { finalizer, kinds, project, controller, ...told, ...particulars }
}

/** With what its project's rows say: where its controller runs, and ways out. What the entry says comes first. */
function withRows(entry: CatalogueEntry, rows: Rows): CatalogueEntry {
  const { finalizer, kinds, controller } = entry
  const outside = controller.outside ?? knownOutside(rows.outside, finalizer, kinds)
  const ways = new Set([...(entry.waysOut ?? []), ...kinds.flatMap(kind => waysOut(rows.waysOut, finalizer, kind))])
  return { ...entry, controller: outside === undefined ? controller : { ...controller, outside }, waysOut: [...ways] }
}
