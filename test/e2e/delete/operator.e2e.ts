import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import { marksOf, storedRelease } from '../../operations/preflight/stored-release.ts'
import { ownManager } from '../explain/operator.ts'
import type { Thing } from '../rig/api.ts'
import { api, crd, namespace, target } from '../rig/rig.ts'
import { actingOperator } from './acting-operator.ts'
import { deleted as deletedInOrder } from './deleted.ts'

const test = suite('delete operator NAME')

async function deleted(words: readonly string[]) {
  const { code, stderr, steps } = await deletedInOrder(['operator', ...words, '--yes'])
  const told = steps.map(({ ref, group, result }) => `${group} ${ref.kind}/${ref.name} ${result}`)
  return { code, stderr, told: told.toSorted() }
}

/** A Deployment of an operator whose Pod works, and an object of its CRD in each of two namespaces. */
async function installed() {
  const type = await crd()
  const [place, other] = [await namespace(), await namespace()]
  const operator = await actingOperator(type, place)
  const manager = ownManager(type)
  for (const [name, where] of [
    ['one', place],
    ['two', other],
  ] as const) {
    const path = `/apis/${type.apiVersion}/namespaces/${where}/${type.plural}?fieldManager=${manager}`
    await api.send('POST', path, type.draft(name, where, { metadata: { finalizers: [operator.finalizer] } }))
  }
  const labels = { app: manager }
  const deployment = await api.create({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: manager, namespace: place },
    spec: {
      replicas: 0,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { serviceAccountName: manager, containers: [{ name: 'manager', image: 'registry.example.com/m:v1' }] },
      },
    },
  })
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${type.plural}.${type.group}` },
  } as Thing
  return { type, place, operator, manager, deployment, definition }
}

test('a Deployment: the objects of its CRD go first, in all namespaces, then it; the CRD stays', async () => {
  const { type, place, operator, manager, deployment, definition } = await installed()
  await using _operator = operator
  const { code, told, stderr } = await deleted([manager, '-n', place])
  const objects = [`1 ${type.kind}/one done`, `1 ${type.kind}/two done`]
  assert.equal([code, ...told], [0, ...objects, `2 Deployment/${manager} done`], stderr)
  assert.is(await api.get(deployment), undefined)
  assert.is((await api.get(definition))?.metadata.deletionTimestamp, undefined)
})

test('a Helm release: the objects of the CRD that has its marks go first, then what it installed', async () => {
  const name = 'stack'
  const place = await namespace()
  const own = marksOf(name, place)
  const { type, operator, definition, place: home, manager } = await installed()
  await using _operator = operator
  await api.patch(definition, { metadata: own })
  const settings = await api.create({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings', namespace: place, ...own },
  })
  const deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: manager, namespace: home },
  } as Thing
  await api.patch(deployment, { metadata: own })
  const manifest = [settings, deployment].map(each => `---\n${JSON.stringify(each)}\n`).join('')
  await api.create(storedRelease({ name, namespace: place, manifest }))
  const { code, told, stderr } = await deleted([name, '-n', place])
  const objects = [`1 ${type.kind}/one done`, `1 ${type.kind}/two done`]
  assert.equal([code, ...told], [0, ...objects, '2 ConfigMap/settings done', `2 Deployment/${manager} done`], stderr)
  assert.ok(await api.get(definition))
})

test('whose Pod goes in the middle: the run stops, names it, and continues when it is back', async () => {
  const { type, place, operator, manager, deployment } = await installed()
  await using _operator = operator
  operator.lives = 1
  const words = ['operator', manager, '-n', place, '--yes']
  const stopped = await deletedInOrder([...words, '--timeout', '15s'])
  const results = stopped.steps.map(({ ref, result }) => `${ref.kind} ${result}`).toSorted()
  const expected = ['Deployment skipped', `${type.kind} done`, `${type.kind} timeout`]
  assert.equal([stopped.code, ...results], [3, ...expected], stopped.stderr)
  const left = stopped.steps.find(({ result }) => result === 'timeout')!
  assert.match(left.message!, new RegExp(manager))
  assert.match(left.message!, /not running|no replicas|scaled|missing|gone|no Pod/)
  assert.ok(await api.get(deployment))
  await operator.revive()
  const again = await deletedInOrder(words)
  assert.is(again.code, 0, again.stderr)
  assert.equal(again.steps.at(-1)!.result, 'done')
  assert.is(await api.get(deployment), undefined)
})

/** The Pod of a Deployment is created by kube-controller-manager. */
const onRealServers = target().name === 'control-plane' ? test : test.skip

onRealServers(
  'a Helm release with an operator and its object: the order of Helm gets stuck, this one not',
  async () => {
    const releaseIn = async (name: string) => {
      const [type, place] = [await crd(), await namespace()]
      const operator = await actingOperator(type, place, { as: 'Deployment' })
      const manager = ownManager(type)
      const path = `/apis/${type.apiVersion}/namespaces/${place}/${type.plural}?fieldManager=${manager}`
      const draft = type.draft('one', place, { metadata: { finalizers: [operator.finalizer] } })
      const object = await api.send('POST', path, draft)
      const metadata = { name: manager, namespace: place }
      const deployment = (await api.get({ apiVersion: 'apps/v1', kind: 'Deployment', metadata }))!
      const parts = [deployment, object]
      for (const part of parts) await api.patch(part, { metadata: marksOf(name, place) })
      const manifest = parts
        .map(({ apiVersion, kind, metadata: { name, namespace } }) => ({
          apiVersion,
          kind,
          metadata: { name, namespace },
        }))
        .map(each => `---\n${JSON.stringify(each)}\n`)
        .join('')
      await api.create(storedRelease({ name, namespace: place, manifest }))
      return { place, operator, deployment, object }
    }
    const plain = await releaseIn('plain')
    await using _plain = plain.operator
    // Helm deletes kinds that it does not know last (kind_sorter.go).
    await api.delete(plain.deployment)
    const pods = async () => {
      const left = await api.list({ apiVersion: 'v1', kind: 'Pod', namespace: plain.place })
      return left.length === 0 ? true : undefined
    }
    await until(pods, { what: 'the Pod of the operator to be gone', deadlineSeconds: 60 })
    await api.delete(plain.object)
    const stuck = await api.get(plain.object)
    assert.ok(stuck?.metadata.deletionTimestamp)
    assert.equal(stuck?.metadata.finalizers, [plain.operator.finalizer])

    const ours = await releaseIn('ours')
    await using _ours = ours.operator
    const { code, steps, stderr } = await deletedInOrder(['--helm', 'ours', '-n', ours.place, '--yes'])
    const told = steps.map(({ ref, group, result }) => `${group} ${ref.kind}/${ref.name} ${result}`)
    const deployment = `Deployment/${ours.deployment.metadata.name}`
    assert.equal([code, ...told], [0, `1 ${ours.object.kind}/one done`, `2 ${deployment} done`], stderr)
    assert.is(await api.get(ours.object), undefined)
    assert.ok((await api.get(plain.object))?.metadata.deletionTimestamp)
  },
)

test.run()
