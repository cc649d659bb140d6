import type { Listed } from './catalogue.ts'
import type { CatalogueEntry, KnownController, Risk, Verified } from './entry.ts'
import { knownOutside } from './outside.ts'
import { waysOut as waysOutOf } from './ways-out.ts'

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
  expression?: string,
]

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
    read ??= toEntry(JSON.parse(finalizer), JSON.parse(controller))
    return read
  }
}

function toEntry(record: FinalizerRecord, { project, ...controller }: ControllerRecord): CatalogueEntry {
  const [finalizer, kinds, risk, verified, cleans, goneWhen, ifRemoved, checkFirst, source, expression] = record
  const outside = knownOutside(finalizer, kinds)
  const who = outside === undefined ? controller : { ...controller, outside }
  const waysOut = [...new Set(kinds.flatMap(kind => waysOutOf(finalizer, kind)))]
  const known = {
    kinds,
    project,
    controller: who,
    cleans,
    goneWhen,
    ifRemoved,
    risk,
    checkFirst,
    source,
    verified,
    waysOut: waysOut.map(({ by, summary, risk, source }) => ({ by, summary, risk, source })),
  }
  return expression === undefined ? { finalizer, ...known } : { finalizer, expression, ...known }
}
