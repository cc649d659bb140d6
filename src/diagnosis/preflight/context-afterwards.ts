import type { RuleContext, StuckObject } from '../stuck-object.ts'
import type { Fates } from './fates.ts'
import type { Reached } from './reach.ts'

/** What is left: nothing that is gone, and what terminates as it would then. */
export function contextAfterwards(
  context: RuleContext,
  reach: ReadonlyMap<string, Reached>,
  fates: Fates,
): RuleContext {
  const left: StuckObject[] = []
  for (const [uid, { held }] of reach) {
    const fate = fates.of.get(uid)
    if (fate?.is === 'terminating') left.push(fate.held)
    else if (fate?.is === 'stays') left.push(held)
  }
  const terminating = new Map(context.terminating)
  for (const held of fates.pods.values()) terminating.set(held.ref.uid, held)
  for (const held of left) if (held.meta.deletionTimestamp !== undefined) terminating.set(held.ref.uid, held)
  const content = Map.groupBy(left, ({ ref }) => ref.namespace)
  const emptied = new Set(
    [...reach.values()].filter(({ held }) => held.ref.resource === 'namespaces').map(({ held }) => held.ref.name),
  )
  return {
    ...context,
    terminating,
    asked: left,
    instancesOf: resource =>
      context
        .instancesOf?.(resource)
        ?.filter(({ ref }) => fates.of.get(ref.uid)?.is !== 'gone')
        .map(held => terminating.get(held.ref.uid) ?? held),
    contentOf: name =>
      emptied.has(name)
        ? { held: content.get(name) ?? [], complete: context.contentOf(name).complete }
        : context.contentOf(name),
  }
}
