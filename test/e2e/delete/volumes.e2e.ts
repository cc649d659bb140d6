import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createNode } from '../rig/node.ts'
import { api, namespace, run, target } from '../rig/rig.ts'
import { actingDriver } from './acting-driver.ts'
import { deleted } from './deleted.ts'

const test = suite('delete of a claim, the Pod that uses it, and the driver of its volume')

/** Pods of Deployments are created, and volumes released, by kube-controller-manager. */
const onRealServers = target().name === 'control-plane' ? test : test.skip

async function namespaceWithDriver() {
  const [place, node] = [await namespace(), await createNode('True')]
  const driver = await actingDriver(place, node)
  return { place, node, driver, ...(await driver.volume()) }
}

onRealServers('the deletion of their namespace leaves the volume and its disk, as preflight says', async () => {
  const { place, node, driver, volume } = await namespaceWithDriver()
  await using _driver = driver
  const { code, stdout } = await run(['preflight', `ns/${place}`, '-o', 'json'])
  const { verdict, order, causes } = JSON.parse(stdout)
  // Before 1.33 the Pods of a namespace are deleted together with its claims.
  const { minor } = await api.send('GET', '/version')
  const isOrdered = Number.parseInt(minor, 10) >= 33
  assert.equal([code, verdict], isOrdered ? [3, 'stuck'] : [1, 'unknown'], JSON.stringify(causes))
  assert.equal(
    order.flatMap(({ refs }: { refs: { kind: string }[] }) => refs.map(({ kind }) => kind)),
    ['Pod', 'PersistentVolumeClaim', 'Namespace'],
  )
  const ours = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: place } }
  await api.delete(ours)
  await api.waitGone(ours)
  const left = await api.get(volume)
  if (isOrdered) assert.is(left?.status.phase, 'Released')
  if (left !== undefined) {
    await api.patch(left, { metadata: { finalizers: null } })
    await api.delete(left)
  }
  await api.delete(node)
})

onRealServers('in the right order all of it goes, and no finalizer is removed by hand', async () => {
  const { place, node, driver, claim, volume, pod } = await namespaceWithDriver()
  await using _driver = driver
  const unnamed = await deleted([`ns/${place}`, '--yes', '--override', 'LosesData'])
  assert.is(unnamed.code, 3, unnamed.stderr)
  assert.ok(unnamed.steps.some(({ message }) => message?.includes('persistentvolumeclaim')))
  const all = await deleted([`ns/${place}`, 'pvc/data', '-n', place, '--yes', '--override', 'LosesData'])
  const told = all.steps.map(({ ref, group, result }) => `${group} ${ref.kind} ${result}`)
  const expected = ['1 Pod done', '2 PersistentVolumeClaim done', '3 Namespace done']
  assert.equal([all.code, ...told], [0, ...expected], all.stderr + JSON.stringify(all.steps))
  for (const each of [claim, volume, pod]) assert.is(await api.get(each), undefined)
  await api.delete(node)
})

test.run()
