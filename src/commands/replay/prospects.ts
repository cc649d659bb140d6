import type { Cluster, LiveGroup, LiveObject } from '../../change/ordered/live-groups.ts'
import { DEFAULT_PAGE_SIZE } from '../../cluster/scan/scan.ts'
import type { Held, RuleContext } from '../../diagnosis/held.ts'
import { heldOf } from '../../diagnosis/object-of.ts'
import { type Prospect, prospectOf } from '../../diagnosis/prospect.ts'
import { askUntilKnown } from '../ask-until-known.ts'
import type { CommandContext } from '../command.ts'

/** What is to be expected of the finalizers of every object, cluster by cluster. Rejects with ApiFailure. */
export async function readProspects(
  groups: readonly LiveGroup[],
  { clock, signal }: CommandContext,
): Promise<(object: LiveObject) => readonly Prospect[]> {
  const { shippedCatalogue } = await import('../../diagnosis/catalogue/shipped.ts')
  const catalogue = shippedCatalogue()
  const objects = groups.flatMap(group => group.objects).filter(({ meta }) => (meta.finalizers ?? []).length > 0)
  const found = new Map<string, readonly Prospect[]>()
  for (const [cluster, own] of Map.groupBy(objects, object => object.cluster)) {
    const held = own.map(({ type, meta }) => heldOf(type, meta))
    const { answer } = await askUntilKnown(sourceOf(cluster, signal), clock.now(), facts =>
      held.map(each => prospectsOf(each, contextFor(each, facts, catalogue))),
    )
    for (const [index, { ref }] of own.entries()) found.set(ref.uid, answer[index]!)
  }
  return ({ ref }) => found.get(ref.uid) ?? []
}

function sourceOf({ transport, discovery }: Cluster, signal: AbortSignal) {
  return { transport, discovery, pageSize: DEFAULT_PAGE_SIZE, signal }
}

function prospectsOf(held: Held, context: RuleContext): readonly Prospect[] {
  const prospects = held.finalizers.map(({ name }) => prospectOf(held, name, context))
  return prospects.filter(prospect => prospect !== undefined)
}

/** Nothing is said of what is terminating: only who would act is asked. */
function contextFor(held: Held, facts: RuleContext['facts'], catalogue: RuleContext['catalogue']): RuleContext {
  return {
    facts,
    catalogue,
    asked: [held],
    terminating: new Map(),
    unreadable: [],
    contentOf: () => ({ held: [], complete: false }),
  }
}
