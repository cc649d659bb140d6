import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { HOUR } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'

const test = suite('a definition that is being deleted')

const GROUP = 'messaging.example.com'
const NAME = `queues.${GROUP}`

function setup(seconds: number): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'orders')
  definition(sandbox, { group: GROUP, plural: 'queues', kind: 'Queue', deleted: seconds })
  definition(sandbox, { group: GROUP, plural: 'topics', kind: 'Topic' })
  instance(sandbox, 'Topic', 'healthy')
  return sandbox
}

function instance(sandbox: Sandbox, kind: string, name: string, held: { deleted?: number } = {}): void {
  const finalizers = [`${GROUP}/drain`]
  const apiVersion = `${GROUP}/v1`
  customResource(sandbox, { apiVersion, kind, namespace: 'orders', name, manager: 'queues', finalizers, ...held })
}

function condition(sandbox: Sandbox, reason: string, message: string): void {
  const known = sandbox.get('apiextensions.k8s.io/v1', 'CustomResourceDefinition', NAME)!
  const { conditions } = known.status as { conditions: { type: string }[] }
  const changed = conditions.map(each => (each.type === 'Terminating' ? { ...each, reason, message } : each))
  sandbox.put({ ...known, status: { ...(known.status as object), conditions: changed } })
}

test('waits for its terminating instances, which is the ordinary picture of InstanceDeletionCheck', async () => {
  const sandbox = setup(HOUR)
  instance(sandbox, 'Queue', 'incoming', { deleted: HOUR })
  const { object, objects, causes } = await explained(sandbox)
  assert.is(object('CustomResourceDefinition', NAME).verdict, 'waiting')
  assert.equal(
    object('CustomResourceDefinition', NAME).waitingFor.map(({ reason, ref }) => `${reason} ${ref.name}`),
    ['Instance incoming'],
  )
  assert.is(objects.length, 2)
  assert.not.ok(causes.some(({ code }) => code === 'InstanceAlive'))
})

test('waits for an instance that the API server says it cannot delete', async () => {
  const sandbox = setup(60)
  instance(sandbox, 'Queue', 'alive')
  instance(sandbox, 'Queue', 'incoming', { deleted: 60 })
  condition(sandbox, 'InstanceDeletionFailed', 'could not issue all deletes: etcdserver: no space')
  const { object, causes } = await explained(sandbox)
  const [cause] = causes.filter(({ code }) => code === 'InstanceAlive')
  assert.is(cause!.subject.name, 'alive')
  assert.equal(
    cause!.blocks.map(({ name }) => name),
    ['alive', NAME],
  )
  assert.is(object('Queue', 'alive').verdict, 'stuck')
  assert.ok(cause!.evidence.some(({ fact }) => fact.includes('no space')))
  assert.equal(cause!.remedies[0]!.commands, [`kubectl delete ${NAME} alive -n orders --wait=false`])
})

test('is progressing while its instances have not been asked to go for long', async () => {
  const sandbox = setup(20)
  instance(sandbox, 'Queue', 'next')
  condition(sandbox, 'InstanceDeletionInProgress', 'CustomResource deletion is in progress')
  const { object, codes } = await explained(sandbox)
  assert.is(object('Queue', 'next').verdict, 'progressing')
  assert.equal(codes, ['CleanupInProgress next'])
})

test('does not blame an instance that is left alone because instances cannot be converted', async () => {
  const sandbox = setup(HOUR)
  instance(sandbox, 'Queue', 'alive')
  const message = `could not list instances: conversion webhook for ${GROUP}/v1, Kind=Queue failed: no endpoints`
  condition(sandbox, 'InstanceDeletionFailed', message)
  const { object, causes } = await explained(sandbox)
  assert.not.ok(causes.some(({ code }) => code === 'InstanceAlive'))
  assert.is(object('Queue', 'alive').verdict, 'unknown')
})

test('without instances is progressing at first, and unknown where they cannot be listed', async () => {
  const sandbox = setup(20)
  assert.is((await explained(sandbox)).object('CustomResourceDefinition', NAME).verdict, 'progressing')
  sandbox.authorize = (_user, _verb, resource) => resource !== NAME
  assert.is((await explained(sandbox)).object('CustomResourceDefinition', NAME).verdict, 'unknown')
})

test.run()
