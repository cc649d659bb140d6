import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Fact, queryKey } from '../../src/api/fact.ts'
import type { KubeObject } from '../../src/api/object.ts'
import { FactBook } from '../../src/diagnosis/facts.ts'
import { controllerIn, logCommand, podsThatLog } from '../../src/diagnosis/workloads/log-places.ts'
import { workloadOf } from '../../src/diagnosis/workloads/workloads.ts'

const test = suite('where a workload speaks')

const NOW = new Date('2026-03-01T12:00:00Z')

interface PodOptions {
  readonly created?: string
  readonly ready?: boolean
  readonly containers?: readonly string[]
  readonly annotations?: Readonly<Record<string, string>>
  readonly owner?: string
  readonly node?: string | null
}

function pod(name: string, options: PodOptions = {}): KubeObject {
  const {
    created = '10:00',
    ready = true,
    containers = ['manager'],
    annotations,
    owner = 'web-1',
    node = 'n',
  } = options
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      uid: name,
      name,
      namespace: 'ops',
      creationTimestamp: `2026-03-01T${created}:00Z`,
      labels: { 'pod-template-hash': '1' },
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: owner, uid: owner, controller: true }],
      ...(annotations && { annotations }),
    },
    spec: { containers: containers.map(each => ({ name: each, image: 'none' })), ...(node && { nodeName: node }) },
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] },
  } as KubeObject
}

function lease(holderIdentity: string, renewTime = '2026-03-01T11:59:55Z', namespace = 'ops'): KubeObject {
  return {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { uid: holderIdentity, name: 'lock', namespace },
    spec: { holderIdentity, renewTime, leaseDurationSeconds: 15 },
  } as KubeObject
}

const web = workloadOf({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { uid: 'web', name: 'web', namespace: 'ops' },
  spec: { template: { spec: { containers: [] } } },
} as unknown as KubeObject)

function factsOf(pods: readonly KubeObject[], leases: readonly KubeObject[] = []): FactBook {
  const known = (resource: string, value: readonly KubeObject[]): [string, Fact<unknown>] => [
    queryKey({ about: 'list', resource }),
    { state: 'known', value },
  ]
  return new FactBook(
    { now: NOW, types: [], unknownGroups: new Set() },
    new Map([known('pods', pods), known('leases.coordination.k8s.io', leases)]),
  )
}

const placesOf = (pods: readonly KubeObject[], leases?: readonly KubeObject[]) =>
  podsThatLog(web, factsOf(pods, leases)).map(each => `${each.metadata.name}/${controllerIn(each)?.container}`)

test('is the Pod that leads first, then the newest that is ready', () => {
  const pods = [pod('a'), pod('b', { created: '11:00' }), pod('c', { created: '11:30', ready: false })]
  assert.equal(placesOf(pods), ['b/manager', 'a/manager', 'c/manager'])
  assert.equal(placesOf(pods, [lease('a_0f1e2d3c')]), ['a/manager', 'b/manager', 'c/manager'])
})

test('is not the holder of a Lease that lapsed, or of one in another namespace', () => {
  const pods = [pod('a'), pod('b', { created: '11:00' })]
  assert.equal(placesOf(pods, [lease('a_0', '2026-03-01T10:00:00Z')])[0], 'b/manager')
  assert.equal(placesOf(pods, [lease('a_0', undefined, 'shop')])[0], 'b/manager')
})

test('is the container that the Pod names, else the controller, and no proxy', () => {
  const annotations = { 'kubectl.kubernetes.io/default-container': 'app' }
  assert.equal(placesOf([pod('a', { containers: ['manager', 'app'], annotations })]), ['a/app'])
  assert.equal(placesOf([pod('a', { containers: ['kube-rbac-proxy', 'manager'] })]), ['a/manager'])
  assert.equal(placesOf([pod('a', { containers: ['istio-proxy', 'app'] })]), ['a/app'])
  assert.equal(placesOf([pod('a', { containers: ['proxy'] })]), ['a/proxy'])
})

test('is surely the controller only where no other container may be it', () => {
  const sure = (containers: readonly string[], manager?: string) => controllerIn(pod('a', { containers }), manager)
  assert.equal(sure(['app', 'web']), { container: 'app', isSure: false })
  assert.equal(sure(['app', 'web'], 'web'), { container: 'web', isSure: true })
  assert.equal(sure(['app', 'linkerd-proxy']), { container: 'app', isSure: true })
})

test('is the container whose name ends with the manager, though not surely (kubernetes-sigs/container-object-storage-interface#392)', () => {
  const of = (manager: string) => controllerIn(pod('a', { containers: ['driver', 'objectstorage-sidecar'] }), manager)
  assert.equal(of('sidecar'), { container: 'objectstorage-sidecar', isSure: false })
  assert.equal(of('car'), { container: 'driver', isSure: false })
})

test('is no Pod that something else made, and none without a node', () => {
  assert.equal(placesOf([pod('a', { owner: 'web-api-1' }), pod('b', { node: null })]), [])
})

test('is printed as the Pod and its container, and as the workload where no Pod is known', () => {
  assert.is(logCommand(web, factsOf([pod('a')])), 'kubectl logs -n ops a -c manager --tail 50')
  assert.is(logCommand(web, factsOf([])), 'kubectl logs -n ops deployment/web --tail 50')
})

test('asks for no Lease where there is one Pod', () => {
  const facts = factsOf([pod('a')])
  const alone = new FactBook(
    { now: NOW, types: [], unknownGroups: new Set() },
    new Map([[queryKey({ about: 'list', resource: 'pods' }), facts.read({ about: 'list', resource: 'pods' })]]),
  )
  assert.is(podsThatLog(web, alone).length, 1)
  assert.is(alone.missing.size, 0)
})

test.run()
