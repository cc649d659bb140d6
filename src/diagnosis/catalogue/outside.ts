import type { Facts } from '../facts.ts'
import { once } from '../once.ts'
import type { CatalogueEntry } from './entry.ts'
import { concerns } from './kinds.ts'
import { OUTSIDE, type Outside, type OutsideRow } from './outside-rows.ts'
import { isOneOf } from './wildcard.ts'

/** What is known of a controller that need not be a Pod, by an entry of the catalogue alone; the cluster is not asked. */
export function knownOutside(finalizer: string, kinds: readonly string[]): Outside | undefined {
  return OUTSIDE.find(
    row => isUnconditional(row) && kinds.some(kind => fits(row, finalizer, kind === '*' ? undefined : kind)),
  )
}

/**
 * The same as it applies to this cluster: rows of managed clusters only where its types and nodes show one, or could not be
 * read. What the entry itself says comes first. `pending` while that is asked.
 */
export function outsideOf(
  finalizer: string,
  resource: string,
  facts: Facts,
  entry?: CatalogueEntry,
): Outside | 'pending' | undefined {
  const own = entry?.controller.outside
  // One that came from the table may be for another kind of the entry.
  if (own !== undefined && !OUTSIDE.some(row => row === own)) return own
  return once(facts, `outside ${resource} ${finalizer}`, () => {
    for (const row of OUTSIDE) {
      if (!fits(row, finalizer, resource)) continue
      const applies = appliesTo(row, facts)
      if (applies === 'pending') return 'pending'
      if (applies) return row
    }
    return undefined
  })
}

function isUnconditional({ served, nodeLabels }: OutsideRow): boolean {
  return served === undefined && nodeLabels === undefined
}

function fits({ finalizers, kinds }: OutsideRow, finalizer: string, resource: string | undefined): boolean {
  if (kinds !== undefined && resource !== undefined && !concerns(kinds, resource)) return false
  return isOneOf(finalizers, finalizer)
}

function appliesTo({ served, nodeLabels }: OutsideRow, facts: Facts): boolean | 'pending' {
  if (served !== undefined) {
    const group = served.slice(served.indexOf('.') + 1)
    return facts.unknownGroups.has(group) || facts.types.some(type => `${type.plural}.${type.group}` === served)
  }
  if (nodeLabels === undefined) return true
  const nodes = facts.read({ about: 'metadata', resource: 'nodes' })
  if (nodes.state === 'pending') return 'pending'
  if (nodes.state !== 'known') return true
  return nodes.value.some(({ labels = {} }) => nodeLabels.some(label => labels[label] !== undefined))
}
