import type { ObjectMeta } from '../../api/object.ts'
import type { Facts } from '../facts.ts'
import type { Held, RuleContext } from '../held.ts'
import { once } from '../once.ts'
import { type Identity, isAnother } from './identity.ts'
import { isProgram, programsThatWrote } from './managers.ts'
import { askedAt } from './reports.ts'

/** How long ago, in seconds; see `Signs`. */
export interface LastWrites {
  readonly wroteSeconds: number | undefined
  readonly silentSeconds: number | undefined
}

/**
 * When the writer of a finalizer was last seen to write: on the object, on others of its type in the namespace, and on
 * all of the type that terminate. Where its name tells nothing every program counts that wrote the object; after the deletion every one
 * that is not shown to be another.
 */
export function lastWritesOf(held: Held, identity: Identity, context: RuleContext): LastWrites {
  const { writer, manager } = identity
  const asked = askedAt(held)
  // A second is what managedFields and deletionTimestamp are exact to.
  const others = programsThatWrote(held.meta).filter(each => !isAnother(each.manager, identity))
  const after = others.filter(({ at }) => at > asked + 1000).map(({ at }) => at)
  const own =
    writer === undefined || !isProgram(writer.manager)
      ? []
      : [Date.parse(writer.time ?? ''), elsewhereOnType(held, writer.manager, context)].filter(at => !Number.isNaN(at))
  const unnamed = manager === undefined ? others.map(({ at }) => at) : []
  const { now } = context.facts
  return {
    wroteSeconds: since(now, manager === undefined ? after : [...own, ...after]),
    silentSeconds: since(now, [...own, ...unnamed, ...after]),
  }
}

function elsewhereOnType({ ref, meta }: Held, manager: string, { facts, terminating }: RuleContext): number {
  const place = ref.namespace === undefined ? {} : { namespace: ref.namespace }
  const list = facts.read({ about: 'list', resource: ref.resource, ...place })
  const near = once(facts, `writes ${ref.resource} ${ref.namespace}`, () =>
    latestByManager(list.state === 'known' ? list.value.map(({ metadata }) => metadata) : []),
  )
  const deleted = once(facts, `writes of terminating ${ref.resource}`, () =>
    latestByManager(
      [...terminating.values()].filter(each => each.ref.resource === ref.resource).map(each => each.meta),
    ),
  )
  const own = latestByManager([meta])
  return Math.max(...[near, deleted, own].map(latest => latest.get(manager) ?? Number.NEGATIVE_INFINITY))
}

function latestByManager(metas: readonly ObjectMeta[]): ReadonlyMap<string, number> {
  const latest = new Map<string, number>()
  for (const meta of metas) {
    for (const { manager, at } of programsThatWrote(meta)) {
      if (at > (latest.get(manager) ?? Number.NEGATIVE_INFINITY)) latest.set(manager, at)
    }
  }
  return latest
}

function since(now: Facts['now'], times: readonly number[]): number | undefined {
  const known = times.filter(Number.isFinite)
  return known.length === 0 ? undefined : Math.max(0, (now.getTime() - Math.max(...known)) / 1000)
}
