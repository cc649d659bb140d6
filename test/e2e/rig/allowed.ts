import { until } from '../../control-plane/until.ts'
import type { Api } from './api.ts'
import { api } from './rig.ts'

/** As in a SubjectAccessReview; `group` is the core one unless said. */
export interface Attempt {
  readonly verb: string
  readonly resource: string
  readonly group?: string
  readonly subresource?: string | undefined
  readonly namespace?: string | undefined
}

/** Waits until the server's authorizer has seen a role and its binding: it reads them by a watch, and they count later. */
export async function untilAllowed(user: string, attempt: Attempt, on: Api = api): Promise<void> {
  const review = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SubjectAccessReview',
    spec: { user, resourceAttributes: attempt },
  }
  const allowed = async () => {
    const { status } = await on.send('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', review)
    return status.allowed ? true : undefined
  }
  await until(allowed, { what: `${user} to be allowed to ${attempt.verb} ${attempt.resource}`, deadlineSeconds: 60 })
}
