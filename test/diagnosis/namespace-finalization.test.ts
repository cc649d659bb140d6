import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { HOUR } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { statusResponse } from '../sandbox/fault-answers.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'
import { configMap, deleted, lease } from './stuck-objects.ts'
import { configuration, service, webhook } from './webhook-configuration.ts'

const test = suite('an empty old namespace')

const FINALIZE = [{ apiGroups: [''], apiVersions: ['*'], resources: ['namespaces/finalize'], operations: ['UPDATE'] }]

/** An empty namespace that was deleted so many seconds ago. */
function setup(seconds = HOUR): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'guard-system')
  namespace(sandbox, 'old', { deleted: seconds })
  return sandbox
}

/** A webhook that answers, and denies updates of a subresource of Namespaces. */
function denying(sandbox: Sandbox, subresource = 'finalize'): void {
  const resources = [`namespaces/${subresource}`]
  service(sandbox, 'guard')
  configuration(sandbox, 'guard', [webhook('guard.example.com', { rules: [{ ...FINALIZE[0], resources }] })])
  sandbox.admission.push({
    name: 'guard.example.com',
    phase: 'validating',
    resources,
    operations: ['UPDATE'],
    review: () => ({ allowed: false, message: 'ask the owners', code: 403 }),
  })
}

/** Requests for /finalize that explaining takes; each is a dry run for one state of the Namespace. */
async function finalizations(sandbox: Sandbox): Promise<number> {
  let count = 0
  sandbox.onRequest = ({ method, path, query, body }) => {
    if (method !== 'PUT' || !path.endsWith('/finalize')) return undefined
    count += 1
    const { uid, resourceVersion } = JSON.parse(String(body)).metadata
    assert.ok(query?.dryRun === 'All' && uid && resourceVersion)
    return undefined
  }
  await explained(sandbox)
  sandbox.onRequest = undefined
  return count
}

test('whose end a webhook denies is RequestDenied in its words, and kube-controller-manager is not blamed', async () => {
  const sandbox = setup()
  denying(sandbox)
  // Its work stands still elsewhere as well.
  configMap(sandbox, 'guard-system', 'orphan', deleted(sandbox, HOUR, 'orphan'))
  const { causes, codesOf, object } = await explained(sandbox)
  assert.equal(codesOf('Namespace', 'old'), ['RequestDenied'])
  assert.is(object('Namespace', 'old').verdict, 'stuck')
  const cause = causes.find(({ code }) => code === 'RequestDenied')!
  assert.equal([cause.subject.kind, cause.subject.name], ['ValidatingWebhookConfiguration', 'guard'])
  assert.match(cause.summary, 'ask the owners')
  assert.ok(cause.evidence.some(({ source }) => source === 'dry run of /finalize'))
  assert.equal(sandbox.get('v1', 'Namespace', 'old')!.spec, { finalizers: ['kubernetes'] })
})

test('is tried as soon as its controller had time to come, and not before', async () => {
  const young = setup(8)
  denying(young)
  assert.is(await finalizations(young), 0)
  assert.equal((await explained(young)).codesOf('Namespace', 'old'), ['CleanupInProgress'])
  const late = setup(12)
  denying(late)
  assert.is(await finalizations(late), 1)
  assert.equal((await explained(late)).codesOf('Namespace', 'old'), ['RequestDenied'])
})

test('whose end an admission policy denies is the cause of that policy', async () => {
  const sandbox = setup()
  const apiVersion = 'admissionregistration.k8s.io/v1'
  sandbox.put({
    apiVersion,
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'keeper' },
    spec: {
      matchConstraints: { resourceRules: FINALIZE },
      validations: [{ expression: "object.metadata.name != 'old'", message: 'it is kept' }],
    },
  })
  sandbox.put({
    apiVersion,
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name: 'keeper' },
    spec: { policyName: 'keeper', validationActions: ['Deny'] },
  })
  const { codes, causes } = await explained(sandbox)
  assert.equal(codes, ['RequestDenied keeper'])
  assert.match(causes[0]!.summary, 'it is kept')
})

test('for whose end a dead webhook is asked is WebhookUnavailable, with and without permission to try', async () => {
  for (const may of [true, false]) {
    const sandbox = setup()
    configuration(sandbox, 'dead', [webhook('dead.example.com', { rules: FINALIZE })])
    if (!may) sandbox.authorize = (_user, verb) => verb !== 'update'
    const { codesOf } = await explained(sandbox)
    assert.ok(codesOf('Namespace', 'old').includes('WebhookUnavailable'))
    assert.not.ok(codesOf('Namespace', 'old').includes('ControllerManagerDown'))
  }
})

test('that a webhook gives its finalizer back is FinalizerReadded', async () => {
  const sandbox = setup()
  sandbox.admission.push({
    name: 'keep.example.com',
    phase: 'mutating',
    resources: ['namespaces/finalize'],
    operations: ['UPDATE'],
    review: ({ object }) => ({ allowed: true, object: { ...object!, spec: { finalizers: ['kubernetes'] } } }),
  })
  const { causes } = await explained(sandbox)
  assert.equal(
    causes.map(({ code, subject, finalizer }) => [code, subject.name, finalizer]),
    [['FinalizerReadded', 'old', 'kubernetes']],
  )
})

test('that the server no longer takes as it is has the words of the server, and blames nobody', async () => {
  const sandbox = setup()
  const causes = [{ field: 'metadata.labels', message: 'Invalid value: "a b"', reason: 'FieldValueInvalid' }]
  sandbox.onRequest = ({ path }) =>
    path.endsWith('/finalize')
      ? statusResponse(422, { reason: 'Invalid', message: 'Namespace "old" is invalid', details: { causes } })
      : undefined
  const { codes, object, causes: found } = await explained(sandbox)
  assert.equal([codes, object('Namespace', 'old').verdict], [['RequestDenied old'], 'unknown'])
  assert.match(found[0]!.summary, 'metadata.labels')
})

test('that nothing keeps is blamed on kube-controller-manager only where other work of it stands still, too', async () => {
  const sandbox = setup()
  const alone = await explained(sandbox)
  assert.equal(alone.codes, ['CleanupInProgress old'])
  assert.is(alone.object('Namespace', 'old').verdict, 'unknown')
  assert.ok(alone.causes[0]!.evidence.some(({ fact }) => fact.includes('/finalize is accepted')))
  configMap(sandbox, 'guard-system', 'young', deleted(sandbox, 20, 'orphan'))
  assert.equal((await explained(sandbox)).codesOf('Namespace', 'old'), ['CleanupInProgress'])
  configMap(sandbox, 'guard-system', 'orphan', deleted(sandbox, HOUR, 'orphan'))
  assert.equal((await explained(sandbox)).codesOf('Namespace', 'old'), ['ControllerManagerDown'])
})

test('in two, or beside a full one that its controller did not touch, shows that the controller stands still', async () => {
  const [two, full] = [setup(), setup()]
  namespace(two, 'older', { deleted: HOUR })
  namespace(full, 'full', { deleted: HOUR })
  configMap(full, 'full', 'untouched')
  for (const sandbox of [two, full]) {
    assert.equal((await explained(sandbox)).codes, ['ControllerManagerDown kube-controller-manager'])
  }
})

test('that this user may not finalize proves nothing: it could not be tried, and the rest is told', async () => {
  const sandbox = setup()
  namespace(sandbox, 'older', { deleted: HOUR })
  configMap(sandbox, 'guard-system', 'orphan', deleted(sandbox, HOUR, 'orphan'))
  sandbox.authorize = (_user, verb) => verb !== 'update'
  const { causes, codesOf } = await explained(sandbox)
  assert.equal(codesOf('Namespace', 'old'), ['CleanupInProgress'])
  assert.equal(codesOf('ConfigMap', 'orphan'), ['ControllerManagerDown'])
  const unfinished = causes.find(({ subject }) => subject.name === 'old')!
  assert.ok(unfinished.evidence.some(({ fact }) => fact.includes('could not be tried')))
})

test('is not tried while kube-controller-manager is down, nor where something may be left that cannot be read', async () => {
  const down = setup()
  denying(down)
  lease(down, HOUR)
  assert.is(await finalizations(down), 0)
  assert.equal((await explained(down)).codes, ['ControllerManagerDown kube-controller-manager'])
  const full = setup()
  denying(full)
  configMap(full, 'old', 'kept', deleted(full, HOUR, 'example.com/hold'))
  assert.is(await finalizations(full), 0)
  const unread = setup()
  denying(unread)
  const hidden = async () => {
    unread.authorize = (_user, verb, resource) => !(verb === 'list' && resource === 'secrets')
    return (await explained(unread)).codesOf('Namespace', 'old')
  }
  assert.equal(await hidden(), ['ControllerUnknown'])
})

test('whose reports are rejected leaves no condition: that shows nothing of its controller for five minutes', async () => {
  for (const [isDenied, code] of [
    [true, 'CleanupInProgress'],
    [false, 'ControllerManagerDown'],
  ] as const) {
    const sandbox = setup(90)
    namespace(sandbox, 'older', { deleted: 90 })
    if (isDenied) denying(sandbox, 'status')
    const { codesOf, object } = await explained(sandbox)
    assert.equal(codesOf('Namespace', 'old'), [code])
    if (isDenied) assert.is(object('Namespace', 'old').verdict, 'progressing')
  }
})

test('among many costs no more than twenty dry runs', async () => {
  const sandbox = setup()
  for (let index = 0; index < 30; index++) namespace(sandbox, `old-${index}`, { deleted: HOUR })
  assert.is(await finalizations(sandbox), 20)
})

test.run()
