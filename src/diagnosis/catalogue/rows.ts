import type { DrainerRow } from './drainers.ts'
import type { CatalogueEntry, NamingRow, UidRow } from './entry.ts'
import type { InUseProtection } from './in-use.ts'
import type { Inventory } from './inventories.ts'
import { concerns, isAnyKind } from './kinds.ts'
import type { OutsideRow } from './outside.ts'
import type { Confirmation, PauseSwitch } from './switches.ts'
import { type WayOut, waysOut } from './ways-out.ts'
import { isOneOf } from './wildcard.ts'

/** What is known of projects beyond single finalizers: how their controllers end an object, and what they wait for. */
export interface Rows {
  readonly outside: readonly OutsideRow[]
  readonly waysOut: readonly WayOut[]
  readonly pausedBy: readonly PauseSwitch[]
  readonly confirmedBy: readonly Confirmation[]
  readonly inUse: readonly InUseProtection[]
  readonly drains: readonly DrainerRow[]
  readonly inventories: readonly Inventory[]
  readonly refersBy: readonly NamingRow[]
  readonly uidFields: readonly UidRow[]
}

/** Those of several files as one, in their order: where one row is to tell, the first that fits does. */
export function allRows(files: readonly Rows[]): Rows {
  return {
    outside: files.flatMap(({ outside }) => outside),
    waysOut: files.flatMap(({ waysOut }) => waysOut),
    pausedBy: files.flatMap(({ pausedBy }) => pausedBy),
    confirmedBy: files.flatMap(({ confirmedBy }) => confirmedBy),
    inUse: files.flatMap(({ inUse }) => inUse),
    drains: files.flatMap(({ drains }) => drains),
    inventories: files.flatMap(({ inventories }) => inventories),
    refersBy: files.flatMap(({ refersBy }) => refersBy),
    uidFields: files.flatMap(({ uidFields }) => uidFields),
  }
}

export const NO_ROWS: Rows = allRows([])

/** The rows that count for one entry. What an entry offers itself names no finalizers. */
export interface EntryRows extends Omit<Rows, 'waysOut' | 'uidFields'> {
  readonly waysOut: NonNullable<CatalogueEntry['waysOut']>
}

/**
 * What counts for objects with this finalizer, of its entry's kinds: first what the entry says, then its project's
 * rows. Of where its controller runs, only what the entry does not say.
 */
export function rowsFor(entry: CatalogueEntry, finalizer: string, rows: Rows): EntryRows {
  const { kinds, controller } = entry
  const groups = kinds.flatMap(kind => (isAnyKind(kind) ? [] : [kind.slice(0, kind.indexOf('/'))]))
  const isOn = (resource: string): boolean =>
    resource === '*' || concerns(resource.startsWith('*.') ? groups.map(group => `${group}/*`) : kinds, resource)
  const isOfKinds = (named: readonly string[] | undefined): boolean =>
    named === undefined || kinds.some(kind => isAnyKind(kind) || concerns(named, kind))
  return {
    outside: rows.outside.filter(
      row =>
        row !== controller.outside &&
        // What is so of any finalizer says nothing of this one.
        !row.finalizers.includes('*') &&
        isOneOf(row.finalizers, finalizer) &&
        isOfKinds(row.kinds),
    ),
    waysOut: [...new Set([...(entry.waysOut ?? []), ...kinds.flatMap(kind => waysOut(rows.waysOut, finalizer, kind))])],
    pausedBy: [
      ...(entry.pausedBy ?? []).map(each => ({ ...each, of: finalizer })),
      ...rows.pausedBy.filter(
        row => (isOneOf([row.of], finalizer) || groups.some(group => isOneOf([row.of], group))) && isOfKinds(row.kinds),
      ),
    ],
    confirmedBy: rows.confirmedBy.filter(row => isOneOf([row.finalizer], finalizer)),
    inUse: rows.inUse.filter(row => isOneOf([row.finalizer], finalizer) && isOn(row.on)),
    drains: rows.drains.filter(row => row.finalizer === finalizer && isOn(row.on)),
    inventories: rows.inventories.filter(row => finalizer.startsWith(row.finalizer) && isOn(row.on)),
    refersBy: [
      ...(entry.refersBy ?? []),
      ...rows.refersBy.filter(row =>
        row.finalizer === undefined
          ? row.on !== undefined && !kinds.includes('*') && isOn(row.on)
          : isOneOf([row.finalizer], finalizer) && (row.on === undefined || isOn(row.on)),
      ),
    ],
  }
}
