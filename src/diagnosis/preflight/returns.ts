import { together } from '../answered.ts'
import { ownerState } from '../ownership/owner-lookup.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import type { Return } from './foreseen.ts'
import { managementsOf } from './marks.ts'
import type { Reached } from './reach.ts'

/** What would be created again: of the targets, since all else goes with what it belongs to. */
export function returnsOf(reach: ReadonlyMap<string, Reached>, context: RuleContext): readonly Return[] {
  const targets = [...reach.values()].filter(({ why }) => why === 'Target').map(({ held }) => held)
  return together(
    ...targets.map(
      held => () => [...byOwner(held, reach, context), ...byTool(held)].map(by => ({ ref: held.ref, by })),
    ),
  ).flat()
}

/** A controller makes again what it keeps, as long as it is there itself. */
function byOwner(
  held: StuckObject,
  reach: ReadonlyMap<string, Reached>,
  context: RuleContext,
): readonly Return['by'][] {
  const owner = held.meta.ownerReferences?.find(({ controller }) => controller)
  if (owner === undefined || reach.has(owner.uid)) return []
  const state = ownerState(owner, held, context)
  if (state !== 'solid' && state !== 'unknown') return []
  return [{ who: owner.kind, name: owner.name, sure: state === 'solid' }]
}

/** Marks of those that make their own again, and of which nothing more is known here. */
const MARKS: readonly { readonly who: string; readonly label?: string; readonly annotation?: string }[] = [
  { who: 'Operator Lifecycle Manager', label: 'olm.owner' },
  { who: 'Sveltos', annotation: 'projectsveltos.io/owner-name' },
  { who: 'Rancher Fleet', annotation: 'objectset.rio.cattle.io/id' },
  { who: 'Config Sync', annotation: 'configsync.gke.io/resource-id' },
  { who: 'Crossplane', label: 'crossplane.io/claim-name' },
]

/** A mark tells who made it, not whether it is still looked after. */
function byTool({ meta }: StuckObject): readonly Return['by'][] {
  const synced = managementsOf(meta, { weak: false }).filter(({ isGitOps }) => isGitOps)
  const found = [
    ...synced.map(({ who, name }) => ({ who, name, sure: false })),
    ...MARKS.flatMap(({ who, label, annotation }) => {
      const name = label === undefined ? meta.annotations?.[annotation!] : meta.labels?.[label]
      return name === undefined ? [] : [{ who, name, sure: false }]
    }),
  ]
  return found.slice(0, 1)
}
