import { LOAD_BALANCER_CLEANUP } from '../../api/builtin-finalizers.ts'
import type { Dependent } from '../../api/fact.ts'
import type { Unreadable } from '../../api/terminating.ts'
import type { FactSource } from '../../cluster/facts/fact-source.ts'
import { sweepDependents } from '../../cluster/facts/read-dependents.ts'
import { lossesOf } from '../../diagnosis/preflight/losses.ts'
import { heldOf, type StuckObject } from '../../diagnosis/stuck-object.ts'
import type { Losses } from '../../plan/sections.ts'
import { askUntilKnown } from '../inspect/ask-until-known.ts'
import { gapKey, unanswered } from '../inspect/diagnose-cluster.ts'
import { commonNamespace } from '../inspect/named-objects.ts'
import type { Ports } from '../ports.ts'

/** What is destroyed with objects that were read; `cascading`: also with what the garbage collector deletes then. */
export async function readLosses(
  objects: readonly StuckObject[],
  source: FactSource,
  ports: Pick<Ports, 'clock' | 'catalogue'>,
  cascading = false,
): Promise<Losses> {
  const catalogue = await ports.catalogue()
  const all = new Map(objects.map(held => [held.ref.uid, held]))
  const gaps = cascading ? await addDependents(all, source) : []
  const { answer, facts } = await askUntilKnown(source, ports.clock.now(), facts =>
    lossesOf([...all.values()], { facts, catalogue, terminating: new Map() }),
  )
  return { losses: answer, unread: [...gaps, ...unanswered(facts)] }
}

/** Adds what these alone own, and what that owns, in the one namespace where no more may be listed. */
async function addDependents(all: Map<string, StuckObject>, source: FactSource): Promise<readonly Unreadable[]> {
  const gaps = new Map<string, Unreadable>()
  for (let last = [...all.values()]; last.length > 0; ) {
    const place = commonNamespace(last)
    const owners = last.map(({ ref }) => ref.uid)
    const { dependents, unreadable } = await sweepDependents(source, owners, place)
    // What has a namespace owns nothing outside of it.
    for (const gap of unreadable) if (place === undefined || gap.namespace !== undefined) gaps.set(gapKey(gap), gap)
    const isLeft = ({ meta: { uid, deletionTimestamp, ownerReferences: by = [] } }: Dependent): boolean =>
      deletionTimestamp === undefined && !all.has(uid) && by.every(owner => all.has(owner.uid))
    last = dependents.filter(isLeft).map(({ type, meta }) => heldOf(type, meta))
    for (const held of last) all.set(held.ref.uid, held)
  }
  return [...gaps.values()]
}

/** An object without its controllers' cleanup when these finalizers are removed: what lies outside is left behind. */
export function withoutCleanup(held: StuckObject, finalizers: readonly string[]): readonly StuckObject[] {
  if (finalizers.includes(LOAD_BALANCER_CLEANUP)) return []
  const left = (held.meta.finalizers ?? []).filter(name => !finalizers.includes(name))
  return [{ ...held, meta: { ...held.meta, finalizers: left } }]
}
