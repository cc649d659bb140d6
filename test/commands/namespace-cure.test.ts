import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { HOUR } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { configMap, deleted, lease } from '../diagnosis/stuck-objects.ts'
import { statusResponse } from '../sandbox/fault-answers.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { run, type Setup, space, told } from './namespace-run.ts'

const test = suite('namespace that was ended by force')

const HOLD = 'example.com/hold'

/** Two ConfigMaps whose namespace somebody ended by force. */
function leftBehind(): Setup {
  const clock = manualClock()
  const sandbox = createSandbox({ clock })
  for (const name of ['a', 'b']) configMap(sandbox, 'shop', name, deleted(sandbox, HOUR, HOLD))
  return { sandbox, clock }
}

test('that was ended by force is cured; typed consent passes ControllerUnknown', async () => {
  const setup = leftBehind()
  const refused = await run(setup, [])
  assert.equal(refused.code, 3)
  assert.is(space(setup), undefined)
  const cured = await run(setup, [], { typed: () => 'shop' })
  assert.equal(told(cured), [
    'Create shop done',
    'RemoveFinalizer a done',
    'RemoveFinalizer b done',
    'Delete shop done',
  ])
  assert.equal([cured.code, cured.complete, space(setup)], [0, true, undefined])
})

test('a cure that would delete what nobody deleted: NamespaceNotEmpty with its name, both ways', async () => {
  const setup = leftBehind()
  for (const name of ['settings', 'kube-root-ca.crt']) configMap(setup.sandbox, 'shop', name)
  const refused = await run(setup, ['--override=ControllerUnknown'])
  assert.equal([refused.code, told(refused)[0]], [3, 'Create shop refused NamespaceNotEmpty'])
  assert.match(refused.steps[0]!.message!, 'with the namespace: configmaps/settings; to keep')
  assert.match(refused.steps[0]!.message!, 'kubectl create namespace shop; or --override NamespaceNotEmpty')
  assert.is(space(setup), undefined)
  const cured = await run(setup, ['--override=ControllerUnknown,NamespaceNotEmpty'])
  assert.equal([cured.code, space(setup)], [0, undefined])
  assert.ok(told(cured).includes('Delete settings done'))
})

test('a cure asks no more often what the server serves than its look and the list of every type do', async () => {
  const setup = leftBehind()
  let asked = 0
  setup.sandbox.onRequest = ({ path }) => {
    if (path === '/apis') asked++
    return undefined
  }
  await run(setup, ['--override=ControllerUnknown', '--dry-run=client'])
  // The look, and aggregated and legacy discovery of readNamespaceContent.
  assert.is(asked, 3)
})

test('what Kubernetes itself puts into every namespace goes with it without a word of override', async () => {
  const setup = leftBehind()
  configMap(setup.sandbox, 'shop', 'kube-root-ca.crt')
  const cured = await run(setup, ['--override=ControllerUnknown'])
  assert.equal([cured.code, space(setup)], [0, undefined])
  assert.ok(told(cured).includes('Delete kube-root-ca.crt done'))
})

test('a cure of what an operator that is scaled to zero holds: it is to run first, or its cleanup is given up by --override', async () => {
  const clock = manualClock()
  const sandbox = createSandbox({ clock })
  const setup = { sandbox, clock }
  const group = 'acme.example.com'
  definition(sandbox, { group, plural: 'widgets', kind: 'Widget' })
  operator(sandbox, { name: 'acme', group, plural: 'widgets', replicas: 0 })
  const rest = { namespace: 'shop', name: 'one', manager: 'acme', finalizers: [`${group}/w`], deleted: HOUR }
  customResource(sandbox, { apiVersion: `${group}/v1`, kind: 'Widget', ...rest })
  const refused = await run(setup, ['--yes'])
  assert.equal([refused.code, told(refused)[0]], [3, 'RemoveFinalizer one refused RepairFirst'])
  assert.is(space(setup), undefined)
  const cured = await run(setup, ['--yes', '--override=RepairFirst'])
  assert.equal([cured.code, told(cured)], [0, ['Create shop done', 'RemoveFinalizer one done', 'Delete shop done']])
  assert.is(space(setup), undefined)
})

test('a cure while kube-controller-manager is down, which nobody would finish: RepairFirst, both ways', async () => {
  const setup = leftBehind()
  setup.sandbox.controllers.length = 0
  lease(setup.sandbox, HOUR)
  const refused = await run(setup, ['--override=ControllerUnknown'])
  assert.equal([refused.code, told(refused)[0]], [3, 'Create shop refused RepairFirst'])
  assert.is(space(setup), undefined)
  const begun = await run(setup, ['--override=ControllerUnknown,RepairFirst', '--timeout=2s'])
  assert.equal([begun.code, told(begun).at(-1)], [3, 'Delete shop timeout'])
  assert.ok(space(setup)!.metadata.deletionTimestamp)
})

test('a cure whose namespace does not end in time says nothing of what it did not look at', async () => {
  const setup = leftBehind()
  setup.sandbox.controllers.length = 0
  configMap(setup.sandbox, 'shop', 'settings')
  const answer = await run(setup, ['--override=ControllerUnknown,NamespaceNotEmpty', '--timeout=2s'])
  assert.equal([answer.code, ...told(answer).slice(-2)], [3, 'Delete settings skipped', 'Delete shop timeout'])
  assert.match(answer.steps.at(-2)!.message!, 'was not read again')
  assert.is(setup.sandbox.get('v1', 'ConfigMap', 'settings', 'shop')!.metadata.deletionTimestamp, undefined)
})

test('a cure before which not everything can be read: IncompleteRead, both ways', async () => {
  const setup = leftBehind()
  setup.sandbox.authorize = (_user, _verb, resource) => resource !== 'secrets'
  const refused = await run(setup, ['--override=ControllerUnknown'])
  assert.equal(
    [refused.code, ...told(refused)],
    [
      3,
      'Create shop refused IncompleteRead',
      'RemoveFinalizer a skipped',
      'RemoveFinalizer b skipped',
      'Delete shop skipped',
    ],
  )
  assert.is(space(setup), undefined)
  const cured = await run(setup, ['--override=ControllerUnknown,IncompleteRead'])
  assert.equal([cured.code, space(setup)], [0, undefined])
})

test('a cure of which the server refuses a part, which only then can be tried: the namespace is left, and it is said', async () => {
  const setup = leftBehind()
  setup.sandbox.onRequest = ({ method, path }) =>
    method === 'PATCH' && path.endsWith('/configmaps/b') && space(setup) !== undefined
      ? statusResponse(500, { reason: 'InternalError', message: 'failed calling webhook "w.example.com": no answer' })
      : undefined
  const answer = await run(setup, ['--override=ControllerUnknown'])
  assert.equal(told(answer), [
    'Create shop done',
    'RemoveFinalizer b refused WouldBeRejected',
    'RemoveFinalizer a done',
    'Delete shop skipped',
  ])
  assert.is(answer.code, 3)
  assert.match(answer.steps.at(-1)!.message!, 'is not deleted (it still contains: configmaps/b')
  assert.is(space(setup)!.metadata.deletionTimestamp, undefined)
})

test('a cure of which a patch fails on an object that went all the same: the namespace goes too', async () => {
  const setup = leftBehind()
  const { sandbox } = setup
  sandbox.onRequest = ({ method, path, query }) => {
    if (method !== 'PATCH' || !path.endsWith('/configmaps/b') || query?.dryRun !== undefined) return undefined
    sandbox.server.store.remove('configmaps', sandbox.get('v1', 'ConfigMap', 'b', 'shop')!)
    return statusResponse(403, { reason: 'Forbidden', message: 'no' })
  }
  const answer = await run(setup, ['--override=ControllerUnknown'])
  assert.equal(told(answer), [
    'Create shop done',
    'RemoveFinalizer a done',
    'RemoveFinalizer b failed',
    'Delete shop done',
  ])
  assert.equal([answer.code, space(setup)], [1, undefined])
})

test('a cure that is interrupted once the namespace is there says that it is', async () => {
  const setup = leftBehind()
  const interrupt = new AbortController()
  setup.sandbox.onRequest = ({ method, path }) => {
    if (method === 'POST' && path === '/api/v1/namespaces') interrupt.abort()
    return undefined
  }
  const answer = await run(setup, ['--override=ControllerUnknown'], { interrupt })
  assert.equal(told(answer), [
    'Create shop done',
    'RemoveFinalizer a skipped',
    'RemoveFinalizer b skipped',
    'Delete shop skipped',
  ])
  assert.is(answer.code, 130)
  assert.match(answer.steps.at(-1)!.message!, 'kubectl delete namespace shop')
  assert.ok(space(setup))
})

test('a cure while somebody else fills the namespace: what was not shown is not deleted with it', async () => {
  const setup = leftBehind()
  setup.sandbox.onRequest = ({ method, query }) => {
    if (method === 'PATCH' && query?.dryRun === undefined) configMap(setup.sandbox, 'shop', 'deployed', {})
    return undefined
  }
  const answer = await run(setup, ['--override=ControllerUnknown'])
  assert.equal(told(answer).slice(-2), ['RemoveFinalizer b done', 'Delete shop skipped'])
  assert.is(answer.code, 3)
  assert.match(answer.steps.at(-1)!.message!, 'that were not shown: configmaps/deployed')
  assert.is(space(setup)!.metadata.deletionTimestamp, undefined)
})

test('a cure after which the cluster cannot be read any more still says what was done', async () => {
  const setup = leftBehind()
  setup.sandbox.onRequest = ({ path }) =>
    path.startsWith('/api') && !path.includes('/namespaces') && space(setup) !== undefined
      ? statusResponse(500, { reason: 'InternalError', message: 'no' })
      : undefined
  const answer = await run(setup, ['--override=ControllerUnknown'])
  assert.equal(told(answer), [
    'Create shop done',
    'RemoveFinalizer a done',
    'RemoveFinalizer b done',
    'Delete shop failed',
  ])
  assert.is(answer.code, 1)
})

test.run()
