import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Thing } from './rig/api.ts'
import { ownControlPlane, ownControlPlaneAvailable } from './rig/own-control-plane.ts'
import { api, crd, kubectl, kubectlAvailable, namespace, run, unique } from './rig/rig.ts'

const deletion = suite('the target')

deletion('keeps a deleted object until its finalizer is removed', async () => {
  const place = await namespace()
  const created = await api.create({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'held', namespace: place, finalizers: ['example.com/hold'] },
  })
  await api.delete(created)
  const held = await api.waitFor(created, now => now.metadata.deletionTimestamp)
  assert.is(held.metadata.uid, created.metadata.uid)
  assert.equal(held.metadata.finalizers, ['example.com/hold'])

  await api.patch(held, [{ op: 'remove', path: '/metadata/finalizers/0' }])
  await api.waitGone(created)
  assert.is(await api.get(created), undefined)
})

deletion('ends a namespace when the last object in it has gone', async () => {
  const place = await namespace()
  const held = await api.create({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'held', namespace: place, finalizers: ['example.com/hold'] },
  })
  const space = await api.get({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: place } })
  await api.delete(space!)
  const stuck = await api.waitFor(space!, now => conditionIsTrue(now, 'NamespaceFinalizersRemaining'))
  assert.is(stuck.status.phase, 'Terminating')

  await api.patch(held, { metadata: { finalizers: null } })
  await api.waitGone(space!)
})

deletion('serves a type that a test defines', async () => {
  const place = await namespace()
  const widgets = await crd({ kind: 'Widget' })
  await api.create(widgets.draft('one', place, { spec: { size: 3 } }))
  const listed = await api.list({ apiVersion: widgets.apiVersion, kind: widgets.kind, namespace: place })
  assert.equal(
    listed.map(item => [item.metadata.name, item.spec.size]),
    [['one', 3]],
  )
})

deletion.run()

const programs = suite('the programs')

programs('run with an environment of their own', async () => {
  const { code, stdout } = await run(['version', '--client'])
  assert.is(code, 0)
  assert.match(stdout, /\d+\.\d+\.\d+/)
})

const withKubectl = kubectlAvailable() ? programs : programs.skip

withKubectl('of kubectl see the target', async () => {
  const place = await namespace()
  const name = unique('seen')
  await api.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: place } })
  const { code, stdout, stderr } = await kubectl(['get', 'configmap', name, '-n', place, '-o', 'name'])
  assert.equal({ code, stdout, stderr }, { code: 0, stdout: `configmap/${name}\n`, stderr: '' })
})

withKubectl('are found by kubectl as its plugin', async () => {
  const { code, stdout } = await kubectl(['finalize', 'version', '--client'])
  assert.is(code, 0)
  assert.match(stdout, /\d+\.\d+\.\d+/)
})

programs.run()

const broken = suite('a control plane of one test')
const withServers = ownControlPlaneAvailable() ? broken : broken.skip

withServers('can be left without its controller manager, whose Lease grows stale', async () => {
  await using plane = await ownControlPlane()
  await plane.stopControllerManager()
  const lease = {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { namespace: 'kube-system', name: 'kube-controller-manager' },
  }
  // A living one renews every 2 s.
  await plane.api.waitFor(lease, now => Date.now() - Date.parse(now.spec.renewTime) > 6_000)
})

broken.run()

function conditionIsTrue(thing: Thing, type: string): boolean {
  return (
    thing.status?.conditions?.some(
      (each: { type: string; status: string }) => each.type === type && each.status === 'True',
    ) ?? false
  )
}
