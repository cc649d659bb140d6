import { isCustom } from '../custom-type.ts'
import { isProgram, isTelling, programsThatWrote, type Write } from '../managers.ts'
import { once } from '../once.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import { siblingsOf } from '../whole-object.ts'
import { type Identity, isAnother } from './identity.ts'
import { askedAt } from './since-deletion.ts'
import { latestByManager } from './writes-everywhere.ts'

export interface LastWrite {
  readonly manager: string
  readonly seconds: number
}

/** The write that breaks the traces of an uninstall, the one that breaks a silence, and the later: see `Signs`. */
export interface LastWrites {
  readonly wrote: LastWrite | undefined
  readonly silentSince: LastWrite | undefined
  readonly seen: LastWrite | undefined
}

/**
 * When the writer of a finalizer was last seen to write: on the object, on others of its type in the namespace, on all
 * of the type that terminate, and `everywhere`, where that was read, and by the very same program `far` from it.
 * `known` are the names that the catalogue gives for it. Where its name tells nothing every program counts that wrote
 * the object or, of a custom type, any of its product; after the deletion every one that is not shown to be another.
 */
export function lastWritesOf(
  held: StuckObject,
  identity: Identity,
  known: readonly string[],
  context: RuleContext,
  everywhere: ReadonlyMap<string, number> = new Map(),
  far: ReadonlyMap<string, number> = new Map(),
): LastWrites {
  const { writer, manager } = identity
  // A second is what managedFields and deletionTimestamp are exact to.
  const asked = askedAt(held) + 1000
  const others = programsThatWrote(held.meta).filter(each => !isAnother(each.manager, identity))
  const after = others.filter(({ at }) => at > asked)
  const writes = (name: string) => [
    ...writesOnType(held, name, context),
    ...writesOf(name, everywhere),
    ...(isTelling(name) ? writesOf(name, far) : []),
  ]
  const own = writer === undefined || !isProgram(writer.manager) ? [] : writes(writer.manager)
  const named = known.flatMap(writes)
  const ofProduct = !isCustom(held)
    ? []
    : [...everywhere.keys()].filter(name => !isAnother(name, identity)).flatMap(name => writesOf(name, everywhere))
  const { now } = context.facts
  const wrote = last(now, [...(manager === undefined ? [] : own), ...named, ...after])
  const silentSince = last(now, [...own, ...named, ...(manager === undefined ? [...others, ...ofProduct] : after)])
  return { wrote, silentSince, seen: later(wrote, silentSince) }
}

export function later(one: LastWrite | undefined, other: LastWrite | undefined): LastWrite | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return other.seconds < one.seconds ? other : one
}

function writesOnType(
  { ref, meta }: StuckObject,
  manager: string,
  { facts, terminating }: RuleContext,
): readonly Written[] {
  const siblings = siblingsOf({ ref }, { facts })
  const near = once(facts, `writes ${ref.resource} ${ref.namespace}`, () =>
    latestByManager(siblings.map(({ metadata }) => metadata)),
  )
  const deleted = once(facts, `writes of terminating ${ref.resource}`, () =>
    latestByManager(
      [...terminating.values()].filter(each => each.ref.resource === ref.resource).map(each => each.meta),
    ),
  )
  return [near, deleted, latestByManager([meta])].flatMap(latest => writesOf(manager, latest))
}

function writesOf(manager: string, latest: ReadonlyMap<string, number>): readonly Written[] {
  const at = latest.get(manager)
  return at === undefined ? [] : [{ manager, at }]
}

type Written = Pick<Write, 'manager' | 'at'>

function last(now: Date, writes: readonly Written[]): LastWrite | undefined {
  const latest = writes.filter(({ at }) => Number.isFinite(at)).toSorted((a, b) => b.at - a.at)[0]
  return latest && { manager: latest.manager, seconds: Math.max(0, (now.getTime() - latest.at) / 1000) }
}
