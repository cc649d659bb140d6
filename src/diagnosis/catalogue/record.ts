import type { Listed } from './catalogue.ts'
import type { CatalogueEntry, KnownController, Particulars, Risk, Verified } from './entry.ts'
import { knownOutside } from './outside.ts'
import { waysOut } from './ways-out.ts'

/** A controller; the finalizers that follow it, up to the next one, are those that it removes. */
export interface ControllerRecord extends KnownController {
  readonly project: string
}

export type FinalizerRecord = readonly [
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

/** Entries in their shipped form: a controller's record, then those of its finalizers. */
export function recordsOf(entries: readonly CatalogueEntry[]): readonly string[] {
  const lines: string[] = []
  let controller = ''
  for (const entry of entries) {
    const { finalizer, kinds, project, cleans, goneWhen, ifRemoved, risk, checkFirst, source, verified } = entry
    const own = JSON.stringify({ project, ...entry.controller } satisfies ControllerRecord)
    if (own !== controller) lines.push(own)
    controller = own
    const { expression, renamedTo, refersBy, pausedBy, waysOut: ways, ids } = entry
    const particulars = JSON.stringify({ expression, renamedTo, refersBy, pausedBy, waysOut: ways, ids })
    const columns = [finalizer, kinds, risk, verified, cleans, goneWhen, ifRemoved, checkFirst, source]
    lines.push(JSON.stringify(particulars === '{}' ? columns : [...columns, JSON.parse(particulars)]))
  }
  return lines
}

/**
 * A catalogue in its shipped form, one record in JSON a line. Until an entry is asked for, only the name is read of it,
 * the first text of its line: reading them all takes longer than the rest of the program needs to start.
 */
export function listedIn(lines: readonly string[]): Listed[] {
  const listed: Listed[] = []
  let controller = ''
  for (const line of lines) {
    if (line.startsWith('{')) controller = line
    else listed.push({ finalizer: line.slice(2, line.indexOf('"', 2)), entry: entryOf(line, controller) })
  }
  return listed
}

function entryOf(finalizer: string, controller: string): () => CatalogueEntry {
  let read: CatalogueEntry | undefined
  return () => {
    read ??= withTables(toEntry(JSON.parse(finalizer), JSON.parse(controller)))
    return read
  }
}

function toEntry(record: FinalizerRecord, { project, ...controller }: ControllerRecord): CatalogueEntry {
  const [finalizer, kinds, risk, verified, cleans, goneWhen, ifRemoved, checkFirst, source, particulars] = record
  const known = {
    finalizer,
    kinds,
    project,
    controller,
    cleans,
    goneWhen,
    ifRemoved,
    risk,
    checkFirst,
    source,
    verified,
  }
  return { ...known, ...particulars }
}

/** With what the tables know of it: where its controller runs, and what its product offers. What the entry says comes first. */
function withTables(entry: CatalogueEntry): CatalogueEntry {
  const { finalizer, kinds, controller } = entry
  const outside = controller.outside ?? knownOutside(finalizer, kinds)
  const ways = new Set([...(entry.waysOut ?? []), ...kinds.flatMap(kind => waysOut(finalizer, kind))])
  return { ...entry, controller: outside === undefined ? controller : { ...controller, outside }, waysOut: [...ways] }
}
