import { message } from '../../messages/sentence.ts'
import { eachTogether } from '../answered.ts'
import type { Remedy } from '../explanation.ts'
import { deleteCommand } from '../ownership/release.ts'
import { toRepair } from '../remedy.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import { type Matching, matches } from './matches.ts'

/** Objects at most, each of which is tried. */
const MAX_OBJECTS = 8

/**
 * The namespace controller deletes all objects of a type at once and names none: a webhook that denies that for the
 * missing name lets a DELETE by name pass (open-policy-agent/gatekeeper#3058). `namespace` is terminating; undefined
 * where the server's dry run does not accept the DELETE of each that is left of what `webhook` is asked about.
 */
export function deleteByName(namespace: StuckObject, webhook: Matching, context: RuleContext): Remedy | undefined {
  const { facts } = context
  const live = context
    .contentOf(namespace.ref.name)
    .held.filter(each => each.meta.deletionTimestamp === undefined)
    .filter(each => matches(webhook, each, 'DELETE', facts) !== 'no')
  if (live.length === 0 || live.length > MAX_OBJECTS) return undefined
  const tried = eachTogether(live, ({ ref: { resource, namespace: place, name, uid } }) =>
    facts.read({ about: 'deletion', resource, namespace: place, name, uid, now: false }),
  )
  if (!tried.every(fact => fact.state === 'known' && fact.value.accepted)) return undefined
  return toRepair(
    message('DeleteByName', { count: live.length }),
    live.map(each => deleteCommand(each, '--wait=false')),
    'low',
  )
}
