import type { Unreadable } from '../api/terminating.ts'
import type { Evidence } from './explanation.ts'
import type { Facts } from './facts.ts'
import { toInspect } from './remedy.ts'
import type { Blocker, StuckObject } from './stuck-object.ts'

/** That something could not be read, said as a fact: it proves nothing about what was asked. */
export function unreadFact({ resource, namespace, reason, message }: Unreadable): Evidence {
  const where = namespace === undefined ? '' : ` in namespace ${namespace}`
  return { fact: `${resource}${where} could not be read: ${reason}: ${message}`, source: resource }
}

/** That the types of some API groups could not be told: objects of theirs may be anywhere. */
export function unknownGroupFacts({ unknownGroups }: Facts): readonly Evidence[] {
  return [...unknownGroups].map(group => ({
    fact: `the types of API group ${group} could not be read`,
    source: 'apis',
  }))
}

/**
 * What to say of an object that is held by a finalizer of Kubernetes' own when the objects that it waits for could not
 * be read: `unknown`, with `summary`, and nobody is blamed.
 */
export function unreadHolding(held: StuckObject, finalizer: string, why: Unreadable, summary: string): Blocker {
  const { resource, namespace, name } = held.ref
  return {
    verdict: 'unknown',
    cause: {
      key: `ControllerUnknown/${resource}/${namespace ?? ''}/${name}/${finalizer}`,
      code: 'ControllerUnknown',
      subject: held.ref,
      finalizer,
      summary,
      evidence: [unreadFact(why)],
      incomplete: true,
      remedies: () => [toInspect(`run this again as a user with permission to read ${why.resource}`)],
    },
  }
}
