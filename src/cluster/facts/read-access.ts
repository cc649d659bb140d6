import type { Query } from '../../api/fact.ts'
import { readJson } from '../transport/read.ts'
import type { FactSource } from './fact-source.ts'

/** Whether a user may do something, by the server's own authorizer. A SubjectAccessReview stores nothing. */
export async function readAccess(
  { transport, signal }: FactSource,
  { user, verb, resource, namespace }: Extract<Query, { about: 'access' }>,
): Promise<boolean> {
  const [plural = '', ...group] = resource.split('.')
  const attributes = { verb, resource: plural, group: group.join('.'), ...(namespace !== undefined && { namespace }) }
  const [, serviceAccountNamespace] = /^system:serviceaccount:([^:]+):/.exec(user) ?? []
  // The groups that the server gives every service account: bindings to them count too.
  const groups =
    serviceAccountNamespace === undefined
      ? ['system:authenticated']
      : ['system:serviceaccounts', `system:serviceaccounts:${serviceAccountNamespace}`, 'system:authenticated']
  const { body } = await readJson(transport, {
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/subjectaccessreviews',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SubjectAccessReview',
      spec: { user, groups, resourceAttributes: attributes },
    }),
    ...(signal && { signal }),
  })
  return (body as { status?: { allowed?: boolean } }).status?.allowed === true
}
