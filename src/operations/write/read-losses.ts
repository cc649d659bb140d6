import { LOAD_BALANCER_CLEANUP } from '../../api/builtin-finalizers.ts'
import type { Dependent } from '../../api/fact.ts'
import type { FactSource } from '../../cluster/facts/fact-source.ts'
import { lossesOf } from '../../diagnosis/preflight/losses.ts'
import { heldOf, type StuckObject } from '../../diagnosis/stuck-object.ts'
import type { Losses } from '../../plan/sections.ts'
import { askUntilKnown } from '../inspect/ask-until-known.ts'
import { unanswered } from '../inspect/diagnose-cluster.ts'
import { walkDependents } from '../inspect/walk-dependents.ts'
import type { Ports } from '../ports.ts'

/** What is destroyed with objects that were read; `cascading`: also with what the garbage collector deletes then. */
export async function readLosses(
  objects: readonly StuckObject[],
  source: FactSource,
  ports: Pick<Ports, 'clock' | 'catalogue'>,
  cascading = false,
): Promise<Losses> {
  const catalogue = await ports.catalogue()
  const owners = cascading ? objects.map(({ meta }) => meta) : []
  const { dependents, unreadable } = await walkDependents(source, owners, isLeft)
  const all = [...new Map(objects.map(held => [held.ref.uid, held])).values()]
  for (const { type, meta } of dependents) all.push(heldOf(type, meta))
  const { answer, facts } = await askUntilKnown(source, ports.clock.now(), facts =>
    lossesOf(all, { facts, catalogue, terminating: new Map() }),
  )
  return { losses: answer, unread: [...unreadable, ...unanswered(facts)] }
}

/** What the garbage collector deletes after these: what has no other owner. */
const isLeft = (
  { meta: { deletionTimestamp, ownerReferences = [] } }: Dependent,
  owners: ReadonlySet<string>,
): boolean => deletionTimestamp === undefined && ownerReferences.every(({ uid }) => owners.has(uid))

/** An object without its controllers' cleanup when these finalizers are removed: what lies outside is left behind. */
export function withoutCleanup(held: StuckObject, finalizers: readonly string[]): readonly StuckObject[] {
  if (finalizers.includes(LOAD_BALANCER_CLEANUP)) return []
  const left = (held.meta.finalizers ?? []).filter(name => !finalizers.includes(name))
  return [{ ...held, meta: { ...held.meta, finalizers: left } }]
}
