import type { Query } from '../../api/fact.ts'
import { garbled } from '../../api/failure.ts'
import { readJson } from '../transport/read.ts'
import type { FactSource } from './fact-source.ts'

const PATH = '/apis/authorization.k8s.io/v1/subjectaccessreviews'

/** Whether a user may do something, by the server's own authorizer. A SubjectAccessReview stores nothing. */
export async function readAccess(
  { transport, signal }: FactSource,
  { user, verb, resource, subresource, namespace }: Extract<Query, { about: 'access' }>,
): Promise<boolean> {
  const [plural = '', ...group] = resource.split('.')
  const attributes = { verb, resource: plural, subresource, group: group.join('.'), namespace }
  const [, serviceAccountNamespace] = /^system:serviceaccount:([^:]+):/.exec(user) ?? []
  // The groups that the server gives every service account: bindings to them count too.
  const groups =
    serviceAccountNamespace === undefined
      ? ['system:authenticated']
      : ['system:serviceaccounts', `system:serviceaccounts:${serviceAccountNamespace}`, 'system:authenticated']
  const { body } = await readJson(transport, {
    method: 'POST',
    path: PATH,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SubjectAccessReview',
      spec: { user, groups, resourceAttributes: attributes },
    }),
    signal,
  })
  const { status } = body as { status?: { allowed?: unknown } | null }
  // An answer that does not say is no refusal.
  if (typeof status?.allowed !== 'boolean')
    throw garbled(`unexpected answer to POST ${PATH}: status.allowed is missing`)
  return status.allowed
}
