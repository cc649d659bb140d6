import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { ApiRequest } from '../../src/cluster/transport/transport.ts'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { statusResponse } from '../sandbox/fault-answers.ts'
import { type PreflownOptions, preflown, reachOf } from './preflown.ts'
import { clusterOfThings, operatorUninstalled } from './things.ts'
import { GROUP } from './webhook-configuration.ts'

const test = suite('what a preflight asks a server')
const DEFINITION = `crd/things.${GROUP}`
const THINGS = `/apis/${GROUP}/v1/things`

/** A preflight, and what it sent. */
async function asked(sandbox: Sandbox, names: readonly string[], options?: PreflownOptions) {
  const requests: ApiRequest[] = []
  sandbox.onRequest = request => {
    requests.push(request)
    return undefined
  }
  const answer = await preflown(sandbox, names, options)
  return { answer, requests }
}

/** Paths of lists of metadata in protobuf, as the survey alone asks for them: each page is one. */
function surveyed(requests: readonly ApiRequest[]): readonly string[] {
  return requests.filter(({ headers }) => headers?.accept?.includes('protobuf')).map(({ path }) => path)
}

/** The namespaces are looked at before it, for those that are being deleted. */
function readTwice(requests: readonly ApiRequest[]): readonly string[] {
  const paths = surveyed(requests).filter(path => path !== '/api/v1/namespaces')
  return paths.filter((path, index) => paths.indexOf(path) !== index)
}

function instance(sandbox: Sandbox, name: string, finalizers: readonly string[] = []) {
  const made = { apiVersion: `${GROUP}/v1`, kind: 'Thing', namespace: 'customers', name, manager: 'tenancy' }
  return customResource(sandbox, { ...made, finalizers: [...finalizers] })
}

function configMap(sandbox: Sandbox, name: string, metadata: object = {}) {
  const own = { name, namespace: 'customers', ...metadata }
  return sandbox.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata: own })
}

test('a CRD, its instances and what these own are read in one pass over the cluster', async () => {
  const sandbox = clusterOfThings()
  const { apiVersion, kind, metadata } = instance(sandbox, 'one')
  instance(sandbox, 'two')
  const owner = { apiVersion, kind, name: metadata.name, uid: metadata.uid }
  configMap(sandbox, 'part', { ownerReferences: [owner], finalizers: ['example.org/unheard-of'] })
  const { answer, requests } = await asked(sandbox, [DEFINITION])
  assert.equal(reachOf(answer), [
    'ConfigMap/part Dependent',
    `CustomResourceDefinition/things.${GROUP} Target`,
    'Thing/one Instance',
    'Thing/two Instance',
  ])
  assert.is(answer.verdict, 'unknown')
  assert.equal(readTwice(requests), [])
  assert.is(requests.filter(({ path }) => path === THINGS).length, 1)
})

test('as many requests for many instances as for few', async () => {
  const counts: number[] = []
  for (const instances of [2, 200]) {
    const sandbox = clusterOfThings()
    for (let index = 0; index < instances; index++) instance(sandbox, `thing-${index}`)
    const { answer, requests } = await asked(sandbox, [DEFINITION])
    assert.is(answer.reach.length, instances + 1)
    assert.is(answer.verdict, 'clean')
    counts.push(requests.length)
  }
  assert.is(counts[0], counts[1])
})

test('a CRD of which the instances cannot be listed is not known', async () => {
  const sandbox = clusterOfThings()
  instance(sandbox, 'one')
  operator(sandbox, { name: 'tenancy', group: GROUP, plural: 'things' })
  sandbox.onRequest = ({ method, path }) =>
    method === 'GET' && path === THINGS
      ? statusResponse(500, { reason: 'InternalError', message: 'etcdserver: leader changed' })
      : undefined
  const answer = await preflown(sandbox, [DEFINITION])
  assert.is(answer.verdict, 'unknown')
  assert.ok(answer.unreadable.some(({ resource }) => resource === `things.${GROUP}`))
})

test('of many instances the one that would be left is named, with the CRD that waits for it', async () => {
  const sandbox = clusterOfThings()
  instance(sandbox, 'one')
  instance(sandbox, 'held', [`${GROUP}/hold`])
  operatorUninstalled(sandbox)
  const { answer, requests } = await asked(sandbox, [DEFINITION])
  assert.is(answer.verdict, 'stuck')
  assert.equal(answer.causes[0]!.blocks.map(({ name }) => name).toSorted(), ['held', `things.${GROUP}`])
  assert.equal(readTwice(requests), [])
})

test('a volume that goes with its claim brings no second pass over the cluster', async () => {
  const sandbox = clusterOfThings()
  const claim = sandbox.put({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data', namespace: 'customers' },
    spec: { accessModes: ['ReadWriteOnce'], volumeName: 'volume', resources: { requests: { storage: '1Gi' } } },
    status: { phase: 'Bound' },
  })
  const { name, uid } = claim.metadata
  const volume = sandbox.put({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'volume' },
    spec: {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '1Gi' },
      persistentVolumeReclaimPolicy: 'Delete',
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name, namespace: 'customers', uid },
      csi: { driver: 'example.org/csi', volumeHandle: 'v' },
    },
    status: { phase: 'Bound' },
  })
  const owner = { apiVersion: 'v1', kind: 'PersistentVolume', name: 'volume', uid: volume.metadata.uid }
  sandbox.put({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'of-volume', namespace: 'guard-system', ownerReferences: [owner] },
  })
  for (const target of ['pvc/data', 'ns/customers']) {
    const { answer, requests } = await asked(sandbox, [target])
    assert.ok(reachOf(answer).includes('PersistentVolume/volume Volume'), target)
    assert.ok(reachOf(answer).includes('ConfigMap/of-volume Dependent'), target)
    assert.equal(readTwice(requests), [], target)
  }
})

test('many objects of one type are one dry run of the deletion, and no request each', async () => {
  const counts: number[] = []
  for (const objects of [100, 300]) {
    const sandbox = clusterOfThings()
    const names = Array.from({ length: objects }, (_, index) => `map-${index}`)
    for (const name of names) configMap(sandbox, name, { finalizers: ['example.org/unheard-of'] })
    const { answer, requests } = await asked(sandbox, ['ns/customers'])
    assert.is(answer.checked.alike, objects - 1)
    assert.is(requests.filter(({ method, path }) => method === 'DELETE' && path.includes('configmaps')).length, 1)
    counts.push(requests.length)
  }
  assert.is(counts[0], counts[1])
})

test('what names a namespace as its owner goes with it, wherever it is: other namespaces have to be read', async () => {
  const sandbox = clusterOfThings()
  const { uid } = sandbox.get('v1', 'Namespace', 'customers')!.metadata
  const owner = { apiVersion: 'v1', kind: 'Namespace', name: 'customers', uid }
  configMap(sandbox, 'elsewhere', { namespace: 'guard-system', ownerReferences: [owner] })
  const { answer } = await asked(sandbox, ['ns/customers'])
  assert.ok(reachOf(answer).includes('ConfigMap/elsewhere Dependent'))
})

test('what is asked of the targets is asked once, and before the cluster is read', async () => {
  const sandbox = clusterOfThings()
  configMap(sandbox, 'one')
  const { answer, requests } = await asked(sandbox, ['ns/customers'])
  assert.is(answer.verdict, 'clean')
  const tries = requests.filter(({ method, path }) => method === 'DELETE' && path === '/api/v1/namespaces/customers')
  assert.is(tries.length, 1)
  assert.is(requests.filter(({ path }) => path.endsWith('/validatingwebhookconfigurations')).length, 2)
  const isSurvey = ({ headers }: ApiRequest) => headers?.accept?.includes('protobuf') === true
  assert.ok(requests.indexOf(tries[0]!) < requests.findLastIndex(isSurvey))
})

test('an account that nothing runs as brings no search for the controllers of finalizers elsewhere', async () => {
  const sandbox = clusterOfThings()
  sandbox.put({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: 'customers' } })
  configMap(sandbox, 'elsewhere', { namespace: 'guard-system', finalizers: ['example.org/unheard-of'] })
  const { answer, requests } = await asked(sandbox, ['ns/customers'])
  assert.equal(answer.breaks, [])
  const isOfRoles = ({ path, headers }: ApiRequest) =>
    path.endsWith('/clusterroles') && headers?.accept?.includes('protobuf') !== true
  assert.not.ok(requests.some(isOfRoles))
})

test.run()
