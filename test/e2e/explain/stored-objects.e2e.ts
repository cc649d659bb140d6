import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import type { Api, Thing } from '../rig/api.ts'
import { createCrd, type OwnType } from '../rig/crd.ts'
import { createNamespace } from '../rig/namespace.ts'
import { ownControlPlane, ownControlPlaneAvailable } from '../rig/own-control-plane.ts'
import { api, kubectlAvailable } from '../rig/rig.ts'
import { carryOut } from './carry-out.ts'
import { type Explained, explained } from './explained-e2e.ts'
import { ownCluster, ownClusterAvailable } from './own-cluster.ts'

const all = suite('explain of stored objects that the server cannot read')
// They break what all namespaces of a cluster share, and the printed commands are carried out with the stock kubectl.
const test = ownClusterAvailable() && kubectlAvailable() ? all : all.skip
const onRealServers = ownControlPlaneAvailable() && kubectlAvailable() ? all : all.skip

const minor = Number.parseInt(JSON.parse((await api.raw('GET', '/version')).body).minor, 10)
// Releases before do not know the gate.
const withUnsafeDeletion = minor >= 32 ? onRealServers : all.skip

const namespaceOf = (name: string): Thing => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })

/** Moves storage to the last of two versions and drops the first, as an upgrade does that migrates nothing. */
async function dropFirst(api: Api, { definition, group, plural }: OwnType): Promise<void> {
  const [first, second] = definition.spec.versions
  await api.patch(definition, {
    spec: {
      versions: [
        { ...first, storage: false },
        { ...second, storage: true },
      ],
    },
  })
  await api.patch(definition, { status: { storedVersions: [second.name] } }, { subresource: '/status' })
  await api.patch(definition, { spec: { versions: [{ ...second, storage: true }] } })
  const path = `/apis/${group}/${second.name}/${plural}?limit=500`
  const failing = async () => ((await api.raw('GET', path)).body.includes('invalid group/version') ? true : undefined)
  await until(failing, { what: 'the list to fail for the lost version', deadlineSeconds: 120 })
}

/** The answer when this cause holds the object. */
async function told(kind: string, name: string, code: string, env: { KUBECONFIG: string }): Promise<Explained> {
  const look = async () => {
    const answer = await explained([], { env })
    return answer.objects.some(({ ref }) => ref.kind === kind && ref.name === name) &&
      answer.causesOf(kind, name).some(each => each.code === code)
      ? answer
      : undefined
  }
  return until(look, { what: `${code} to be told of ${kind} ${name}`, deadlineSeconds: 150 })
}

test('a version that the CRD lost holds its namespace: the command gives it back, and deletions go on', async () => {
  await using cluster = await ownCluster()
  const { api, env } = cluster
  const place = await createNamespace(api)
  const type = await createCrd(api, { kind: 'Gear', versions: ['v1alpha1', 'v1'] })
  const old = await api.create(type.draft('old', place, { metadata: { finalizers: ['example.com/hold'] } }))
  await dropFirst(api, type)
  await api.delete(namespaceOf(place))
  const answer = await told('Namespace', place, 'Undecodable', env)
  const causes = answer.causesOf('Namespace', place)
  assert.equal(
    causes.map(({ code, subject }) => [code, subject.kind, subject.name]),
    [['Undecodable', 'CustomResourceDefinition', type.resource]],
  )
  assert.is(answer.object('Namespace', place).verdict, 'stuck')
  assert.equal(
    causes[0]!.blocks.map(({ name }) => name),
    [place],
  )
  const [repair] = causes[0]!.remedies
  await carryOut(repair!.commands[0]!, env)
  // What could not be read can be deleted again, and its own finalizer is now what holds it.
  const readable = { ...old, apiVersion: `${type.group}/v1` }
  await api.waitFor(readable, ({ metadata }) => metadata.deletionTimestamp !== undefined)
  await api.patch(readable, { metadata: { finalizers: null } })
  await api.waitGone(namespaceOf(place))
})

test('a version that was dropped holds the CRD itself, which is being deleted', async () => {
  await using cluster = await ownCluster()
  const { api, env } = cluster
  const place = await createNamespace(api)
  const type = await createCrd(api, { kind: 'Gear', versions: ['v1alpha1', 'v1'] })
  await api.create(type.draft('old', place))
  await dropFirst(api, type)
  await api.delete(type.definition)
  const answer = await told('CustomResourceDefinition', type.resource, 'Undecodable', env)
  const [cause] = answer.causesOf('CustomResourceDefinition', type.resource)
  assert.is(answer.object('CustomResourceDefinition', type.resource).verdict, 'stuck')
  await carryOut(cause!.remedies[0]!.commands[0]!, env)
  await api.waitGone(type.definition)
})

withUnsafeDeletion(
  'an object damaged in etcd, where the server has the unsafe deletion: the command ends the wait',
  async () => {
    await using plane = await ownControlPlane({
      apiserver: ['--feature-gates=AllowUnsafeMalformedObjectDeletion=true'],
    })
    const { api: own, kubeconfig, etcd } = plane
    const env = { KUBECONFIG: kubeconfig }
    const place = await createNamespace(own)
    const type = await createCrd(own)
    await own.create(type.draft('damaged', place))
    const base64 = (text: string): string => Buffer.from(text).toString('base64')
    const key = base64(`/registry/${type.group}/widgets/${place}/damaged`)
    await fetch(`${etcd}/v3/kv/put`, { method: 'POST', body: JSON.stringify({ key, value: base64('xxxx') }) })
    await own.delete(namespaceOf(place))
    const answer = await told('Namespace', place, 'Undecodable', env)
    const [cause] = answer.causesOf('Namespace', place)
    assert.is(answer.object('Namespace', place).verdict, 'stuck')
    const unsafe = cause!.remedies.find(({ commands }) => commands.length > 0)!
    assert.equal([unsafe.kind, unsafe.risk, unsafe.commands.length], ['repair', 'high', 1])
    await carryOut(unsafe.commands[0]!, env)
    await own.waitGone(namespaceOf(place))
  },
)

onRealServers(
  'the garbage collector and a type that cannot be listed: before 1.32 it does not begin, and the CRD is named',
  async () => {
    await using plane = await ownControlPlane()
    const { api, kubeconfig } = plane
    const env = { KUBECONFIG: kubeconfig }
    const place = await createNamespace(api)
    const type = await createCrd(api, { kind: 'Gear', versions: ['v1alpha1', 'v1'] })
    await api.create(type.draft('old', place))
    await dropFirst(api, type)
    // What runs already has its lists.
    await plane.stopControllerManager()
    await plane.startControllerManager()
    const configMap = (name: string, metadata: object = {}) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, namespace: place, ...metadata },
    })
    const owner = await api.create(configMap('owner'))
    const { name, uid } = owner.metadata
    const reference = { apiVersion: 'v1', kind: 'ConfigMap', name, uid, blockOwnerDeletion: true }
    const dependent = await api.create(configMap('dependent', { ownerReferences: [reference] }))
    await api.delete(owner, { propagationPolicy: 'Foreground' })
    if (minor < 32) {
      const answer = await told('ConfigMap', 'owner', 'Undecodable', env)
      const [cause, ...others] = answer.causesOf('ConfigMap', 'owner')
      assert.equal(
        [others.length, cause!.subject.kind, cause!.subject.name],
        [0, 'CustomResourceDefinition', type.resource],
      )
      await carryOut(cause!.remedies[0]!.commands[0]!, env)
    }
    for (const each of [owner, dependent]) await api.waitGone(each)
  },
)

all.run()
