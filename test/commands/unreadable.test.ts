import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { ApiResponse } from '../../src/cluster/transport/transport.ts'
import { buildIncident } from '../../src/sandbox/incidents/index.ts'
import type { RequestHook } from '../../src/sandbox/sandbox.ts'
import { cutAfter, garbled, plainText, statusResponse } from '../sandbox/fault-answers.ts'
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

/** What a rule asks for: whole objects. The scan reads their metadata alone. */
const ofRules = (answer: () => ApiResponse) =>
  setup(({ method, path, headers }) => {
    const isScan = headers?.accept?.includes('PartialObjectMetadata') ?? false
    return method === 'GET' && !isScan && /\/(deployments|statefulsets|daemonsets|events)$/.test(path)
      ? answer()
      : undefined
  })

const FAILURES: Readonly<Record<string, () => ApiResponse>> = {
  'a 500': () => statusResponse(500, { reason: 'InternalError', message: 'oops' }),
  'a 404 in plain text': () => plainText(404, '404 page not found\n'),
  'an answer that is cut': () => cutAfter(plainText(200, '{"items":['), 5),
  HTML: () => garbled(),
}

const EXPLANATIONS = [[], ['explain'], ['explain', 'bkt/ledger', '-n', 'reports']]

for (const [what, answer] of Object.entries(FAILURES)) {
  test(`makes explain an error where a rule needed it, and the answer is shown: ${what}`, async () => {
    for (const words of EXPLANATIONS) {
      const { code, stdout } = await runIn(ofRules(answer), [...words, '-o', 'json'])
      const { complete, objects } = JSON.parse(stdout)
      assert.equal([code, complete, objects.length > 0], [1, false, true], words.join(' '))
    }
  })
}

test('is no error of explain where a rule needed it and the user has no permission', async () => {
  const answer = () => statusResponse(403, { reason: 'Forbidden', message: 'may not' })
  for (const words of EXPLANATIONS) {
    const { code, stdout } = await runIn(ofRules(answer), [...words, '-o', 'json'])
    assert.equal([code, JSON.parse(stdout).complete], [0, false], words.join(' '))
  }
})

test.run()
