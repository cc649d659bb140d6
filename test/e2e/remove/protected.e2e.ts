import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import type { Thing } from '../rig/api.ts'
import { createNode, podDraft } from '../rig/node.ts'
import { api, crd, namespace, run } from '../rig/rig.ts'
import { EVERY_OVERRIDE, isRefused, isRemoved, removed, stuckConfigMap, told } from './removed.ts'

const test = suite('remove and what Kubernetes protects: ProtectedFinalizer')

const OVERRIDE = '--override=ProtectedFinalizer'

test('a claim in use by a Pod is kept, and goes when that is said', async () => {
  const place = await namespace()
  const node = await createNode('True')
  try {
    const finalizers = ['kubernetes.io/pvc-protection']
    const resources = { requests: { storage: '1Gi' } }
    const claim = await api.create({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'data', namespace: place, finalizers },
      spec: { accessModes: ['ReadWriteOnce'], storageClassName: '', resources },
    })
    await api.create(podDraft('user', place, { node, claims: ['data'] }))
    await api.delete(claim)
    await isRefused(claim, 'ProtectedFinalizer', ['pvc/data', '-n', place])
    await isRefused(claim, 'ProtectedFinalizer', ['pvc/data', '-n', place, '--override=ControllerAlive'])
    await isRemoved(claim, ['pvc/data', '-n', place, OVERRIDE])
  } finally {
    await api.delete(node)
  }
})

test('a definition with custom resources is kept, and goes when that is said', async () => {
  const place = await namespace()
  const queues = await crd({ kind: 'Queue' })
  await api.create(queues.draft('held', place, { metadata: { finalizers: ['example.com/drain'] } }))
  await api.delete(queues.definition)
  // From then on its controller looks for a minute and writes nothing, and then writes its status.
  const isLooking = ({ reason }: { reason: string }): boolean => reason === 'InstanceDeletionInProgress'
  await api.waitFor(queues.definition, ({ status }) => status.conditions.some(isLooking))
  const words = [`crd/${queues.resource}`]
  await isRefused(queues.definition, 'ProtectedFinalizer', words)
  const { code, stdout } = await run(['remove', ...words, OVERRIDE, '--dry-run=server'])
  assert.is(code, 0)
  assert.match(stdout, `  why      it waits for queue/held in namespace ${place}\n`)
  assert.match(stdout, /^ {2}why {6}.*example\.com\/drain.* \(Controller\w+\)$/m)
  assert.match(stdout, /^ {2}instead {2}/m)
  await isRemoved(queues.definition, [...words, OVERRIDE])
})

test('a foreground owner is let go by a second DELETE, and its dependent keeps its own finalizer', async () => {
  const place = await namespace()
  const metadata = { name: 'owner', namespace: place }
  const owner = await api.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata })
  const { uid } = owner.metadata
  const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid, blockOwnerDeletion: true }
  const dependent = await api.create({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'dependent', namespace: place, finalizers: ['example.com/hold'], ownerReferences: [reference] },
  })
  await api.delete(owner, { propagationPolicy: 'Foreground' })
  await api.waitFor(dependent, now => now.metadata.deletionTimestamp)
  await isRefused(owner, 'ProtectedFinalizer', ['cm/owner', '-n', place])
  const planned = await removed(['cm/owner', '-n', place, OVERRIDE, '--dry-run=server'])
  assert.equal([planned.steps[0]!.action, planned.steps[0]!.result], ['Delete', 'planned'])
  assert.ok(await api.get(owner))
  const answer = await isRemoved(owner, ['cm/owner', '-n', place, OVERRIDE])
  assert.equal(
    answer.steps.map(({ action, finalizer }) => [action, finalizer]),
    [['Delete', 'foregroundDeletion']],
  )
  assert.equal((await api.get(dependent))!.metadata.finalizers, ['example.com/hold'])
})

test('the finalizer kubernetes of a Namespace never goes this way', async () => {
  const place = await namespace()
  const held = await stuckConfigMap(place, 'held')
  const space = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: place } }
  await api.delete(space)
  // Its controller has passed.
  const now = await api.waitFor(space, ({ status }) => status.conditions?.length >= 5)
  for (const args of [[], ['--finalizer', 'kubernetes']]) {
    const answer = await isRefused(now, 'ProtectedFinalizer', [`ns/${place}`, ...args, EVERY_OVERRIDE])
    assert.equal(told(answer), [`${place} kubernetes refused ProtectedFinalizer`])
    assert.match(answer.steps[0]!.message!, `kubectl finalize namespace ${place}`)
  }
  await api.patch(held, { metadata: { finalizers: null } })
})

test('foregroundDeletion of a Namespace that has kubernetes still: a DELETE would not take it off', async () => {
  // The garbage collector takes it off itself where it does not know the dependent yet: then another is asked to go.
  const { now, held } = await until(inForeground, { what: 'a Namespace in the foreground', deadlineSeconds: 120 })
  const { name } = now.metadata
  const args = [`ns/${name}`, '--finalizer', 'foregroundDeletion', EVERY_OVERRIDE]
  const { steps } = await isRefused(now, 'WouldBeUndone', args)
  assert.match(steps[0]!.message!, `kubectl finalize namespace ${name}`)
  await api.patch(held, { metadata: { finalizers: null } })
})

/** A Namespace that was deleted in the foreground, and the dependent that holds it, which is held itself. */
async function inForeground(): Promise<{ readonly now: Thing; readonly held: Thing } | undefined> {
  const place = await namespace()
  const space = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: place } }
  const { uid } = (await api.get(space))!.metadata
  const reference = { apiVersion: 'v1', kind: 'Namespace', name: place, uid, blockOwnerDeletion: true }
  const metadata = { name: 'held', namespace: place, finalizers: ['example.com/hold'], ownerReferences: [reference] }
  const held = await api.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata })
  await api.delete(space, { propagationPolicy: 'Foreground' })
  const now = await api.waitFor(space, ({ status }) => status.conditions?.length >= 5)
  if (now.metadata.finalizers?.includes('foregroundDeletion')) return { now, held }
  await api.patch(held, { metadata: { finalizers: null } })
  return undefined
}

test.run()
