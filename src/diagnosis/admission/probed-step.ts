import type { Rejection } from '../../statements/rejection.ts'

/** What is known about a request that somebody else has to send so that an object goes. */
export interface ProbedStep {
  /**
   * The DELETE; before it, of a Pod, the report that its containers ended, without which its kubelet sends none; of a Namespace
   * the update that takes a name off its spec.
   */
  readonly operation: 'DELETE' | 'UPDATE status' | 'UPDATE finalize'
  /** That name. */
  readonly finalizer?: string
  readonly state: 'accepted' | 'rejected' | 'unknown'
  /** Where rejected. */
  readonly rejection?: Rejection
  /** Where accepted: names that are there all the same. */
  readonly readded?: readonly string[]
  /** Nothing can be asked: what is looked at is a dump. */
  readonly isUnrecorded?: boolean
  /** The answer is about another object, like this one in its type, its namespace and the webhooks that are asked about it. */
  readonly ofAnother: boolean
  /** Whoever has to delete it has had so many seconds, at most. */
  readonly ageSeconds: number
}
