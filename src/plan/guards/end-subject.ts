import type { KubeObject } from '../../api/object.ts'
import type { ObjectRef } from '../../api/object-ref.ts'
import type { NamespaceContent } from '../../cluster/namespace-content.ts'
import type { Cause } from '../../diagnosis/explanation.ts'
import type { JudgedFinalizer, Probe, Refusal } from '../guard.ts'
import type { Reach } from '../reach.ts'

/** All that is known of a terminating Namespace when its end by /finalize is asked for. */
export interface EndSubject {
  readonly ref: ObjectRef
  /** As it was shown. */
  readonly object: KubeObject
  readonly content: NamespaceContent
  /** Everything that holds it, directly or through the chain. */
  readonly causes: readonly Cause[]
  /** Its own finalizers but `kubernetes`, which are removed before: what the guards of `remove` say of each. */
  readonly own: readonly JudgedFinalizer[]
  /** What the server said to the dry run; undefined: it was not asked yet. */
  readonly probe: Probe | undefined
  /** For the commands that are named; those of the causes have theirs already. */
  readonly reach: Reach
}

/** Says no to the end of a Namespace by /finalize, or nothing. Pure: what it has to know was read before. */
export type EndGuard = (subject: EndSubject) => Refusal | undefined
