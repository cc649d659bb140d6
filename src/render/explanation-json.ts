import type { Explanation } from './words/explanation.ts'

/** Contract `kind: Explanation`. */
export function explanationObject(explanation: Explanation): object {
  return {
    apiVersion: 'kubectl-finalize/v1',
    kind: 'Explanation',
    takenAt: explanation.takenAt,
    server: explanation.server,
    complete: explanation.unreadable.length === 0,
    unreadable: explanation.unreadable,
    observed: explanation.observed,
    objects: explanation.objects,
    causes: explanation.causes,
  }
}
