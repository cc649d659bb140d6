import { printable } from '../api/printable.ts'
import type { CatalogueEntry, Verified } from '../diagnosis/catalogue/entry.ts'
import type { Outside } from '../diagnosis/catalogue/outside.ts'
import type { EntryRows } from '../diagnosis/catalogue/rows.ts'
import { type Field, outsideField, rowFields, sourceOf } from './catalogue-rows.ts'
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

/** Forms that name no kind. */
const ANY_KIND: Readonly<Record<string, string>> = { '*': 'any', '*.*/*': 'any that is not of Kubernetes itself' }

/** An entry, and the rows of its project that count for it. */
export interface Described {
  readonly entry: CatalogueEntry
  readonly rows: EntryRows
}

/** Contract `kind: FinalizerCatalogue`. */
export function finalizerCatalogue(described: readonly Described[]): object {
  return { apiVersion: 'kubectl-finalize/v1', kind: 'FinalizerCatalogue', items: described.map(itemOf) }
}

/** What an entry and its project say, in the fields of a catalogue's file. Empty lists are left out. */
function itemOf({ entry, rows }: Described): object {
  const { controller, waysOut: _ways, pausedBy: _pauses, refersBy: _references, keptBy: _kept, ...told } = entry
  const { onlyFor: _only, ...rest } = told
  const { outside, ...who } = controller
  const lists = {
    outside: rows.outside.map(({ served, nodeLabels, ...row }) => ({ ...placeOf(row), served, nodeLabels })),
    refersBy: rows.refersBy,
    pausedBy: rows.pausedBy.map(({ of, place, on, ...row }) => ({ of, ...place, on, ...row })),
    confirmedBy: rows.confirmedBy,
    inUse: rows.inUse,
    drains: rows.drains,
    inventories: rows.inventories,
    waysOut: rows.waysOut.map(({ by, when, summary, set, commands, risk, source }) => ({
      by,
      when,
      summary,
      set,
      commands,
      risk,
      source,
    })),
  }
  return {
    ...rest,
    controller: outside === undefined ? who : { ...who, outside: placeOf(outside) },
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
  }
}

function placeOf({ runs, where, look, commands, source }: Outside): Outside {
  return { runs, where, look, commands, source }
}

/**
 * All that is known about a finalizer, as `kubectl describe` lays it out, wrapped for a terminal of so many columns;
 * undefined columns, for a pipe, leave each text on one line.
 */
export function formatCatalogueEntry({ entry, rows }: Described, asked: string, columns: number | undefined): string {
  const { controller } = entry
  const fields: readonly Field[] = [
    ['Finalizer', asked],
    ['Pattern', entry.finalizer === asked ? '' : entry.finalizer],
    ['Kinds', entry.kinds.map(kind => ANY_KIND[kind] ?? kind).join(', ')],
    ['Project', entry.project],
    ['Controller', controller.name],
    ...(controller.outside === undefined ? [] : [outsideField(controller.outside)]),
    ['Namespaces', controller.namespaces.join(', ')],
    ['Found by', controller.selectorHint],
    ['Cleans', entry.cleans],
    ['Gone when', entry.goneWhen],
    ['If removed', entry.ifRemoved],
    ['Risk', entry.risk],
    ['Check first', entry.checkFirst],
    ['Ids in', (entry.ids ?? []).join(', ')],
    ['Grouped by', entry.groupedBy === undefined ? '' : 'what * stands for: its controller logs under that name'],
    ['On node', entry.onNode === undefined ? '' : 'what * stands for: only what runs there removes it'],
    ...(entry.removedBy === undefined
      ? []
      : [['Removed by', entry.removedBy.verbs.join(' or '), sourceOf(entry.removedBy)] as const]),
    ...(entry.keptBy === undefined
      ? []
      : [['Kept by', `${entry.keptBy.field}: ${entry.keptBy.value}`, sourceOf(entry.keptBy)] as const]),
    ['Only for', entry.onlyFor ?? ''],
    ['Source', entry.source],
    ['Verified', entry.from === 'user' ? '' : VERIFIED[entry.verified]],
    ...(entry.renamedTo === undefined
      ? []
      : [['Renamed to', nameSince(entry.renamedTo), sourceOf(entry.renamedTo)] as const]),
    ...rowFields(rows, entry.project),
  ]
  return fields
    .filter(([, text]) => text !== '')
    .map(([label, ...lines]) => formatField(label, lines, columns))
    .join('')
}

function nameSince({ name, since }: NonNullable<CatalogueEntry['renamedTo']>): string {
  return since === undefined ? name : `${name} (since ${since})`
}

/** The lines of a field below each other; a command, which is indented, is not wrapped: it can be pasted. */
function formatField(label: string, texts: readonly string[], columns: number | undefined): string {
  const width = columns === undefined ? undefined : Math.min(columns, WIDEST)
  const lines = texts.flatMap(text => {
    const shown = printable(text)
    return width === undefined || width < NARROWEST || shown.startsWith('  ')
      ? [shown]
      : wrapped(shown, width - LABEL_COLUMNS)
  })
  return `${`${label}:`.padEnd(LABEL_COLUMNS)}${lines.join(`\n${' '.repeat(LABEL_COLUMNS)}`)}\n`
}
