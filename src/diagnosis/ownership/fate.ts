import { factFrom, message } from '../../messages/sentence.ts'
import { eachTogether } from '../answered.ts'
import type { Evidence } from '../explanation.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import { ownerState, ownerType } from './owner-lookup.ts'

/**
 * What the garbage collector does about a living dependent of an owner that waits for it: it deletes it, or frees the
 * owner by taking its reference out (when another owner keeps the dependent), or never touches it.
 */
export type Fate =
  | { readonly fate: 'deleted' | 'unknown' }
  | { readonly fate: 'released' | 'untouched'; readonly why: Evidence }

/** By the collector's own rules (kubernetes-deletion.md 3), without asking whether it works. */
export function fateOf(dependent: StuckObject, context: RuleContext): Fate {
  const owners = dependent.meta.ownerReferences ?? []
  const misplaced = owners.find(owner => !dependent.type.namespaced && ownerType(owner, context)?.namespaced)
  if (misplaced !== undefined) {
    const owner = `${misplaced.kind} ${misplaced.name}`
    const fact = message('OwnerMisplaced', { object: nameOf(dependent), owner })
    return { fate: 'untouched', why: { fact, source: 'ownerReferences' } }
  }
  const states = eachTogether(owners, owner => ({ owner, state: ownerState(owner, dependent, context) }))
  const unserved = states.find(({ state }) => state === 'unserved')
  if (unserved !== undefined) {
    const { apiVersion, kind, name } = unserved.owner
    const fact = message('OwnerNotServed', { object: nameOf(dependent), owner: `${kind} ${name}`, apiVersion })
    return { fate: 'untouched', why: { fact, source: 'ownerReferences' } }
  }
  const solid = states.find(({ state }) => state === 'solid')
  if (solid !== undefined) {
    const { kind, name } = solid.owner
    return { fate: 'released', why: factFrom('ownerReferences', 'OwnedByOther', { owner: `${kind} ${name}` }) }
  }
  return { fate: states.some(({ state }) => state === 'unknown') ? 'unknown' : 'deleted' }
}

function nameOf({ ref }: StuckObject): string {
  return `${ref.kind} ${ref.name}`
}
