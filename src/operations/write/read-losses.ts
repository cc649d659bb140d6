import { LOAD_BALANCER_CLEANUP } from '../../api/builtin-finalizers.ts'
import type { FactSource } from '../../cluster/facts/fact-source.ts'
import type { Finding } from '../../cluster/scan/scan.ts'
import { lossesOf } from '../../diagnosis/preflight/losses.ts'
import { heldOf, type StuckObject } from '../../diagnosis/stuck-object.ts'
import type { Losses } from '../../plan/sections.ts'
import { askUntilKnown } from '../inspect/ask-until-known.ts'
import { unanswered } from '../inspect/diagnose-cluster.ts'
import type { Ports } from '../ports.ts'

/** What is destroyed with objects that were read already: reads at most one more list per type, however many. */
export async function readLosses(
  objects: readonly StuckObject[],
  source: FactSource,
  ports: Pick<Ports, 'clock' | 'catalogue'>,
): Promise<Losses> {
  const catalogue = await ports.catalogue()
  const { answer, facts } = await askUntilKnown(source, ports.clock.now(), facts =>
    lossesOf(objects, { facts, catalogue, terminating: new Map() }),
  )
  return { losses: answer, unread: unanswered(facts) }
}

/** With those that the garbage collector deletes after them: theirs alone. */
export function withDependents(going: readonly StuckObject[], content: readonly Finding[]): readonly StuckObject[] {
  const owners = new Set(going.map(({ ref }) => ref.uid))
  const left = content.filter(
    ({ meta: { ownerReferences: by = [] } }) => by.length > 0 && by.every(({ uid }) => owners.has(uid)),
  )
  return [...going, ...left.map(({ type, meta }) => heldOf(type, meta))]
}

/** An object without its controllers' cleanup when these finalizers are removed: what lies outside is left behind. */
export function withoutCleanup(held: StuckObject, finalizers: readonly string[]): readonly StuckObject[] {
  if (finalizers.includes(LOAD_BALANCER_CLEANUP)) return []
  const left = (held.meta.finalizers ?? []).filter(name => !finalizers.includes(name))
  return [{ ...held, meta: { ...held.meta, finalizers: left } }]
}
