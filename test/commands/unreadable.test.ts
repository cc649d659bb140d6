import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { buildIncident } from '../../src/sandbox/incidents/index.ts'
import type { RequestHook } from '../../src/sandbox/sandbox.ts'
import { plainText, statusResponse } from '../sandbox/fault-answers.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { runIn } from './run-in.ts'

const test = suite('what cannot be read')

const NOBODY = { user: 'nobody' }

function setup(hook?: RequestHook) {
  const clock = manualClock()
  const sandbox = buildIncident('operator-uninstalled', clock)!
  sandbox.onRequest = hook
  return { sandbox, clock }
}

test('is an error for a user who may read nothing at all, and no answer that nothing is there', async () => {
  for (const args of [
    ['list'],
    ['list', 'pods'],
    ['list', '-n', 'reports'],
    ['explain'],
    ['explain', '-n', 'reports'],
  ]) {
    const { code, stdout, stderr } = await runIn(setup(), args, NOBODY)
    assert.equal([code, stdout], [1, ''], args.join(' '))
    assert.match(stderr, 'Forbidden')
    assert.not.match(stderr, 'No terminating resources found')
  }
  const set = await runIn(setup(), ['remove', '-A', '--finalizer', 'example.com/hold', '--yes'], NOBODY)
  assert.is(set.code, 1)
})

test('is said as kubectl says it, when it is the one type that was asked for', async () => {
  const forbidden = await runIn(setup(), ['list', 'pods'], NOBODY)
  assert.match(forbidden.stderr, /^Error from server \(Forbidden\): pods is forbidden: .* at the cluster scope\n$/)
  const lost = setup(({ path, query }) =>
    path.endsWith('/buckets') && query?.limit ? plainText(404, 'lost\n') : undefined,
  )
  const { code, stdout, stderr } = await runIn(lost, ['list', 'buckets'])
  assert.equal(
    [code, stdout, stderr],
    [1, '', 'Error from server (NotFound): the server could not find the requested resource\n'],
  )
})

test('leaves an answer in JSON that is not complete', async () => {
  const { code, stdout } = await runIn(setup(), ['list', '-o', 'json'], NOBODY)
  assert.equal([code, JSON.parse(stdout).complete], [1, false])
})

test('is no error where a namespace can be read, and what is forbidden is named', async () => {
  const it = setup()
  const rbac = { apiVersion: 'rbac.authorization.k8s.io/v1', metadata: { name: 'reader', namespace: 'reports' } }
  it.sandbox.put({ ...rbac, kind: 'Role', rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['list'] }] })
  it.sandbox.put({
    ...rbac,
    kind: 'RoleBinding',
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'nobody' }],
  })
  const { code, stderr } = await runIn(it, ['list', '-n', 'reports'], NOBODY)
  assert.is(code, 0)
  assert.match(stderr, 'No terminating resources found in reports namespace in what could be read')
})

test('makes an end of --watch an error: every watch is forbidden', async () => {
  const it = setup(({ query }) =>
    query?.watch === undefined ? undefined : statusResponse(403, { reason: 'Forbidden', message: 'may not watch' }),
  )
  const { code, stderr } = await runIn(it, ['list', 'buckets', '-w'])
  assert.is(code, 1)
  assert.match(stderr, 'may not watch')
})

test.run()
