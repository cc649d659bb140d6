import type { DrainerRow } from '../drains/drainers.ts'
import type { Inventory } from '../inventories/inventories.ts'
import type { Confirmation, PauseSwitch } from '../pauses/switches.ts'
import type { InUseProtection } from '../protections/in-use.ts'
import type { NamingRow } from './entry.ts'
import type { OutsideRow } from './outside.ts'
import type { WayOut } from './ways-out.ts'

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
  }
}

export const NO_ROWS: Rows = allRows([])
