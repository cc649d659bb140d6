import type { KubeObject } from '../api/object.ts'
import type { ObjectRef } from '../api/object-ref.ts'
import type { Cause } from '../diagnosis/explanation.ts'
import type { Probe, Refusal } from './guard.ts'
import { refusalsOfEnd } from './guards/namespace-end.ts'
import type { NamespaceContent } from './namespace-content.ts'
import type { Reach } from './reach.ts'
import { type Judged, type Permission, passes } from './removal.ts'

/** All that is known of a terminating Namespace when its end by /finalize is asked for. */
export interface EndSubject {
  readonly ref: ObjectRef
  /** As it was shown. */
  readonly object: KubeObject
  readonly content: NamespaceContent
  /** Everything that holds it, directly or through the chain. */
  readonly causes: readonly Cause[]
  /** Its own metadata.finalizers, which are removed before: what the guards of `remove` say of each. */
  readonly own: readonly Judged[]
  /** What the server said to the dry run; undefined: it was not asked yet. */
  readonly probe: Probe | undefined
  /** For the commands that are named; those of the causes have theirs already. */
  readonly reach: Reach
}

/** The end of a Namespace by force, as the guards judge it. */
export interface NamespaceEnd extends EndSubject {
  /** Guards that say no, after overrides. Empty: it may be done. */
  readonly refusals: readonly Refusal[]
  readonly passed: readonly Refusal[]
}

/** What the guards say, given what the user said. */
export function judgeEnd(subject: EndSubject, permission: Permission): NamespaceEnd {
  const all = refusalsOfEnd(subject)
  const refusals = all.filter(refusal => !passes(refusal, permission))
  return { ...subject, refusals, passed: all.filter(refusal => !refusals.includes(refusal)) }
}
