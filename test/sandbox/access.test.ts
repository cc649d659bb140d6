import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { ask, MAPS, putMap, setup } from './ask.ts'

const test = suite('access')

const RBAC = { apiVersion: 'rbac.authorization.k8s.io/v1' }

function grant(sandbox: Sandbox, user: string, rules: object[]): void {
  sandbox.put({ ...RBAC, kind: 'Role', metadata: { name: 'r', namespace: 'n' }, rules })
  sandbox.put({
    ...RBAC,
    kind: 'RoleBinding',
    metadata: { name: 'b', namespace: 'n' },
    roleRef: { kind: 'Role', name: 'r' },
    subjects: [{ kind: 'User', name: user }],
  })
}

test('is everything for nobody in particular, and nothing for a user without roles', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a')
  assert.is((await ask(sandbox, 'GET', `${MAPS}/a`)).code, 200)
  const { code, body } = await ask(sandbox, 'GET', `${MAPS}/a`, undefined, { user: 'bob' })
  assert.is(code, 403)
  assert.is(
    body.message,
    'configmaps "a" is forbidden: User "bob" cannot get resource "configmaps" in API group "" in the namespace "n"',
  )
  const all = await ask(sandbox, 'GET', '/api/v1/configmaps', undefined, { user: 'bob' })
  assert.match(all.body.message, /^configmaps is forbidden: .* at the cluster scope$/)
})

test('follows stored roles and bindings', async () => {
  const { sandbox } = setup()
  grant(sandbox, 'bob', [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }])
  assert.is((await ask(sandbox, 'GET', MAPS, undefined, { user: 'bob' })).code, 200)
  assert.is((await ask(sandbox, 'GET', '/api/v1/namespaces/n/secrets', undefined, { user: 'bob' })).code, 403)
  assert.is((await ask(sandbox, 'GET', '/api/v1/configmaps', undefined, { user: 'bob' })).code, 403)
})

test('says which role of a binding is missing', async () => {
  const { sandbox } = setup()
  sandbox.put({
    ...RBAC,
    kind: 'ClusterRoleBinding',
    metadata: { name: 'b' },
    roleRef: { kind: 'ClusterRole', name: 'gone' },
    subjects: [{ kind: 'User', name: 'bob' }],
  })
  const { body } = await ask(sandbox, 'GET', MAPS, undefined, { user: 'bob' })
  assert.match(body.message, /: RBAC: clusterrole\.rbac\.authorization\.k8s\.io "gone" not found$/)
})

test('can be decided by a function instead', async () => {
  const { sandbox } = setup()
  sandbox.authorize = (user, verb, resource) => (resource === 'secrets' ? `${user.name} may not ${verb}` : true)
  assert.is((await ask(sandbox, 'GET', MAPS, undefined, { user: 'bob' })).code, 200)
  const { body } = await ask(sandbox, 'GET', '/api/v1/secrets', undefined, { user: 'bob' })
  assert.match(body.message, /at the cluster scope: bob may not list$/)
})

test('is told by access reviews, of oneself and of a ServiceAccount', async () => {
  const { sandbox } = setup()
  grant(sandbox, 'system:serviceaccount:n:op', [{ apiGroups: ['*'], resources: ['*'], verbs: ['patch'] }])
  const reviews = '/apis/authorization.k8s.io/v1'
  const resourceAttributes = { verb: 'patch', resource: 'configmaps', namespace: 'n' }
  const other = { spec: { user: 'system:serviceaccount:n:op', resourceAttributes } }
  assert.is((await ask(sandbox, 'POST', `${reviews}/subjectaccessreviews`, other)).body.status.allowed, true)
  const own = await ask(
    sandbox,
    'POST',
    `${reviews}/selfsubjectaccessreviews`,
    { spec: { resourceAttributes } },
    { user: 'bob' },
  )
  assert.equal([own.code, own.body.status.allowed], [201, false])
})

test('of a discovery path is everybody’s, of another path nobody’s', async () => {
  const { sandbox } = setup()
  assert.is((await ask(sandbox, 'GET', '/apis', undefined, { user: 'bob' })).code, 200)
  const { code, body } = await ask(sandbox, 'GET', '/metrics', undefined, { user: 'bob' })
  assert.equal([code, body.message], [403, 'forbidden: User "bob" cannot get path "/metrics"'])
})

test('as somebody else needs the right to impersonate', async () => {
  const { sandbox } = setup()
  const headers = { 'impersonate-user': 'bob' }
  assert.match((await ask(sandbox, 'GET', MAPS, undefined, { headers })).body.message, 'User "bob" cannot list')
  const refused = await ask(sandbox, 'GET', MAPS, undefined, { headers, user: 'eve' })
  assert.match(refused.body.message, 'User "eve" cannot impersonate resource "users"')
})

test.run()
