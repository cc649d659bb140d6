import type { Unreadable } from '../api/terminating.ts'
import { factFrom, message, type Sentence } from '../messages/sentence.ts'
import { type Evidence, toInspect } from './explanation.ts'
import type { Facts } from './facts.ts'
import { type Blocker, blocker, type StuckObject } from './stuck-object.ts'

/** That something could not be read, said as a fact: it proves nothing about what was asked. */
export function unreadFact({ resource, namespace, reason, message: text }: Unreadable): Evidence {
  return factFrom(resource, 'CouldNotRead', { resource, namespace, reason, text })
}

/** That the types of some API groups could not be told: objects of theirs may be anywhere. */
export function unknownGroupFacts({ unknownGroups }: Facts): readonly Evidence[] {
  return [...unknownGroups].map(group => factFrom('apis', 'GroupNotRead', { group }))
}

/**
 * What to say of an object that is held by a finalizer of Kubernetes' own when the objects that it waits for could not
 * be read: `unknown`, with `summary`, and no cause.
 */
export function unreadHolding(held: StuckObject, finalizer: string, why: Unreadable, summary: Sentence): Blocker {
  const { resource, namespace, name } = held.ref
  return blocker('unknown', {
    key: `ControllerUnknown/${resource}/${namespace ?? ''}/${name}/${finalizer}`,
    subject: held.ref,
    finalizer,
    summary,
    evidence: [unreadFact(why)],
    incomplete: true,
    remedies: () => [toInspect(message('RunAgainToRead', { resource: why.resource }))],
  })
}
