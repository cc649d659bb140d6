import { factFrom } from '../messages/sentence.ts'
import type { Cause, ExplainedObject } from './explanation.ts'

type Told = { readonly objects: readonly ExplainedObject[]; readonly causes: readonly Cause[] }

const UNDATED = factFrom('dump', 'DumpIsUndated')

/**
 * A diagnosis of a cluster at an unknown time, no earlier than the one that ages count to: everything may be older, so
 * what is stuck still is, and whether something is still in progress is unknown.
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
