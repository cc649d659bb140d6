import { awaitedResources } from '../inventories/awaited.ts'
import { ownedBy } from '../ownership/owned-objects.ts'
import type { Blocker, RuleContext, StuckObject } from '../stuck-object.ts'
import { unreadFact } from '../unread.ts'

/**
 * What a deployment tool made and lists in its object (an Application, a Kustomization, a HelmRelease, …): its
 * controller deletes these first. Edges to all that still exist; says so where none was found and some were not read.
 */
export function inventoryResources(held: StuckObject, context: RuleContext): readonly Blocker[] {
  const awaited = awaitedResources(held, context)
  const owned = new Set(ownedBy(held, context).map(each => each.held.ref.uid))
  const edges = awaited.resources.filter(({ ref }) => !owned.has(ref.uid))
  if (edges.length > 0) {
    return [{ verdict: 'waiting', waitingFor: edges.map(each => ({ ref: each.ref, reason: 'Owned', held: each })) }]
  }
  if (awaited.unreadable.length === 0) return []
  return [{ verdict: 'unknown', missing: awaited.unreadable.map(unreadFact) }]
}
