import { message } from '../messages/sentence.ts'
import type { Refusal } from './guard.ts'
import type { EndSubject } from './guards/end-subject.ts'
import { refusalsOfEnd } from './guards/namespace-end.ts'
import { type Advice, advised } from './reach.ts'
import { type Permission, passes } from './removal.ts'

/** The end of a Namespace by force, as the guards judge it. */
export interface NamespaceEnd extends EndSubject {
  /** Guards that say no, after overrides. Empty: it may be done. */
  readonly refusals: readonly Refusal[]
  readonly passed: readonly Refusal[]
  /** What ends the objects that it leaves without their namespace. */
  readonly cleanUp: Advice
}

/** What the guards say, given what the user said. */
export function judgeEnd(subject: EndSubject, permission: Permission): NamespaceEnd {
  const all = refusalsOfEnd(subject)
  const refusals = all.filter(refusal => !passes(refusal, permission))
  const cleanUp = advised(
    message('CleanUpAfterwards'),
    subject.reach,
    'kubectl',
    'finalize',
    'namespace',
    subject.ref.name,
  )
  return { ...subject, refusals, passed: all.filter(refusal => !refusals.includes(refusal)), cleanUp }
}
