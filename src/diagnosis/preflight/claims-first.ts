import { seenOf } from '../../api/fact.ts'
import type { ObjectRef } from '../../api/object-ref.ts'
import type { Cause } from '../explanation.ts'
import type { StuckObject } from '../stuck-object.ts'
import { consumersOf } from '../volumes/consumers.ts'
import type { Foresight } from './foresee.ts'
import { ownerOf } from './makers-first.ts'
import type { Reached } from './reach.ts'

/** What is deleted so that these go: in place of a volume its claim, after what uses that. */
interface ClaimsFirst {
  readonly users: readonly ObjectRef[]
  readonly refs: readonly ObjectRef[]
  readonly volumes: readonly ObjectRef[]
}

/**
 * The provisioner deletes a volume with its data once its claim is gone, and the claim waits for the Pods that use it:
 * what controls these Pods goes first, unless it is `subject` or controlled by it.
 */
export function claimsFirst(
  held: readonly Reached[],
  subject: Cause['subject'],
  { reach, context }: Foresight,
): ClaimsFirst {
  const volumes = held.filter(({ why }) => why === 'Volume')
  const claims = volumes.map(({ of }) => reach.get(of.uid)!.held)
  const users = claims.flatMap(claim => usersOf(claim, context)).flatMap(uid => topOf(uid, subject, reach))
  return {
    users: [...new Map(users.map(ref => [ref.uid, ref])).values()],
    refs: held.map(each => (each.why === 'Volume' ? each.of : each.held.ref)),
    volumes: volumes.map(({ held: { ref } }) => ref),
  }
}

function usersOf(claim: StuckObject, { facts }: Foresight['context']): readonly string[] {
  const pods = facts.read({ about: 'list', resource: 'pods', namespace: claim.ref.namespace ?? '' })
  return consumersOf(claim, seenOf(pods) ?? [], facts).map(({ metadata }) => metadata.uid)
}

/** The outermost object in reach that controls it, or itself; none where that is what is to stay until then. */
function topOf(uid: string, subject: Cause['subject'], reach: Foresight['reach']): readonly ObjectRef[] {
  let top = reach.get(uid)
  for (let owner = top; owner !== undefined; owner = ownerOf(owner.held.ref.uid, reach)) {
    if ('uid' in subject && owner.held.ref.uid === subject.uid) return []
    top = owner
  }
  return top === undefined ? [] : [top.held.ref]
}
