import { message } from '../messages/sentence.ts'
import type { Cause, ExplainedObject } from './explanation.ts'

interface Told {
  readonly objects: readonly ExplainedObject[]
  readonly causes: readonly Cause[]
}

const UNDATED = { fact: message('DumpIsUndated'), source: 'dump' }

/**
 * What is told of a cluster at a time that is not known, but only no earlier than the one that ages count to: everything may be older than that,
 * so what is stuck is, and of what is on its way it is unknown whether it still is.
 */
export function undated<T extends Told>(told: T): T {
  return {
    ...told,
    causes: told.causes.map(cause =>
      cause.verdict === 'progressing'
        ? { ...cause, verdict: 'unknown', evidence: [...cause.evidence, UNDATED] }
        : cause,
    ),
    objects: told.objects.map(object =>
      object.verdict === 'progressing' ? { ...object, verdict: 'unknown' } : object,
    ),
  }
}
