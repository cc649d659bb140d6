import type { Rejection } from '../../statements/rejection.ts'

/** What is known about a request that somebody else has to send so that an object goes. */
export interface ProbedStep {
  /**
   * The DELETE; before it, for a Pod, the status that its containers ended, without which its kubelet sends no DELETE;
   * for a Namespace, the update that removes a name from its spec.
   */
  readonly operation: 'DELETE' | 'UPDATE status' | 'UPDATE finalize'
  /** That name. */
  readonly finalizer?: string
  readonly state: 'accepted' | 'rejected' | 'unknown'
  readonly rejection?: Rejection
  /** Where accepted: names that are there all the same. */
  readonly readded?: readonly string[]
  /** Nothing can be asked: what is looked at is a dump. */
  readonly isUnrecorded?: boolean
  /** The answer is about another object of the same type and namespace, with the same webhooks and policies. */
  readonly ofAnother: boolean
  /** Whoever has to delete it has had so many seconds, at most. */
  readonly ageSeconds: number
}
