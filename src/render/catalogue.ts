import type { CatalogueEntry, Verified } from '../diagnosis/catalogue/entry.ts'
import { printable } from './printable.ts'
import { wrapped } from './wrapped.ts'

const LABEL_COLUMNS = 14
/** Longer lines are hard to read, however wide the terminal is. */
const WIDEST = 100
/** Where a terminal is too narrow for labels and words side by side, its own wrapping has to do. */
const NARROWEST = LABEL_COLUMNS + 26

const VERIFIED: Readonly<Record<Verified, string>> = {
  behaviour: 'name and behaviour were read in the source',
  string: 'the name was read in the source, what it does was not',
  none: 'no, its source could not be read',
}

/** Contract `kind: FinalizerCatalogue`. */
export function finalizerCatalogue(entries: readonly CatalogueEntry[]): object {
  return { apiVersion: 'kubectl-finalize/v1', kind: 'FinalizerCatalogue', items: entries.map(itemOf) }
}

/** Without what only finds the rows of tables. */
function itemOf({ controller, waysOut, ...entry }: CatalogueEntry): object {
  const { outside, ...who } = controller
  const place = outside && {
    outside: {
      runs: outside.runs,
      where: outside.where,
      look: outside.look,
      commands: outside.commands,
      source: outside.source,
    },
  }
  const ways = waysOut?.map(({ by, summary, set, commands, risk, source }) => ({
    by,
    summary,
    set,
    commands,
    risk,
    source,
  }))
  return { ...entry, controller: { ...who, ...place }, waysOut: ways }
}

/**
 * All that is known about a finalizer, as `kubectl describe` lays it out, wrapped for a terminal of so many columns;
 * undefined columns, for a pipe, leave each text on one line.
 */
export function formatCatalogueEntry(entry: CatalogueEntry, asked: string, columns: number | undefined): string {
  const { controller } = entry
  const fields: readonly (readonly [label: string, text: string])[] = [
    ['Finalizer', asked],
    ['Pattern', entry.finalizer === asked ? '' : entry.finalizer],
    ['Kinds', entry.kinds.map(kind => (kind === '*' ? 'any' : kind)).join(', ')],
    ['Project', entry.project],
    ['Controller', controller.name],
    ['Runs', controller.outside === undefined ? '' : `not as a Pod: ${controller.outside.where}`],
    ['Look at', controller.outside?.look ?? ''],
    ['Namespaces', controller.namespaces.join(', ')],
    ['Found by', controller.selectorHint],
    ['Renamed to', entry.renamedTo === undefined ? '' : nameSince(entry.renamedTo)],
    ['Cleans', entry.cleans],
    ['Gone when', entry.goneWhen],
    ['If removed', entry.ifRemoved],
    ['Risk', entry.risk],
    ['Check first', entry.checkFirst],
    ['Ids in', (entry.ids ?? []).join(', ')],
    ['Refers by', (entry.refersBy ?? []).map(({ field, resource }) => `${field} (${resource})`).join(', ')],
    ['Paused by', (entry.pausedBy ?? []).map(pauseText).join(', ')],
    ...(entry.waysOut ?? []).map(({ summary }) => ['Way out', summary] as const),
    ['Source', entry.source],
    ['Verified', entry.from === 'user' ? '' : VERIFIED[entry.verified]],
  ]
  return fields
    .filter(([, text]) => text !== '')
    .map(([label, text]) => formatField(label, printable(text), columns))
    .join('')
}

function nameSince({ name, since }: NonNullable<CatalogueEntry['renamedTo']>): string {
  return since === undefined ? name : `${name} (since ${since})`
}

function pauseText({ place, stopsDeletion }: NonNullable<CatalogueEntry['pausedBy']>[number]): string {
  const [[kind, name] = []] = Object.entries(place)
  return `${kind} ${name}${stopsDeletion ? '' : ' (deletions are finished anyway)'}`
}

function formatField(label: string, text: string, columns: number | undefined): string {
  const width = columns === undefined ? undefined : Math.min(columns, WIDEST)
  const lines = width === undefined || width < NARROWEST ? [text] : wrapped(text, width - LABEL_COLUMNS)
  return `${`${label}:`.padEnd(LABEL_COLUMNS)}${lines.join(`\n${' '.repeat(LABEL_COLUMNS)}`)}\n`
}
