import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { ago, HOUR } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'

const test = suite('OutOfScope')

const HOME = 'objectstore-system'

interface Setting {
  readonly container?: object
  readonly object?: {
    readonly labels?: Readonly<Record<string, string>>
    readonly annotations?: Readonly<Record<string, string>>
    readonly spec?: Readonly<Record<string, unknown>>
  }
  readonly group?: string
  readonly deleted?: number
}

/** A controller that is started like this and says nothing, and an object that is being deleted. */
function setup({ container = {}, object = {}, group = 'objectstore.example.com', deleted = HOUR }: Setting): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  definition(sandbox, { group, plural: 'buckets', kind: 'Bucket' })
  namespace(sandbox, 'shop')
  operator(sandbox, { name: 'objectstore', group, plural: 'buckets' })
  customResource(sandbox, {
    apiVersion: `${group}/v1`,
    kind: 'Bucket',
    namespace: 'shop',
    name: 'logs',
    manager: 'objectstore',
    finalizers: [`${group}/bucket`],
    deleted,
    ...(object.spec && { spec: object.spec }),
  })
  const { labels, annotations } = object
  const bucket = sandbox.get(`${group}/v1`, 'Bucket', 'logs', 'shop')!
  const metadata = { ...bucket.metadata, ...(labels && { labels }), ...(annotations && { annotations }) }
  sandbox.put({ ...bucket, metadata }, { manager: 'objectstore' })
  start(sandbox, 'objectstore', container)
  return sandbox
}

function start(sandbox: Sandbox, name: string, container: object): void {
  const workload = sandbox.get('apps/v1', 'Deployment', name, HOME)!
  const { template } = workload.spec as { template: { spec: object } }
  const containers = [{ name: 'app', image: `registry.example.com/${name}:1`, ...container }]
  sandbox.put({
    ...workload,
    spec: { ...(workload.spec as object), template: { ...template, spec: { ...template.spec, containers } } },
  })
}

async function answer(sandbox: Sandbox): Promise<string> {
  const { causes } = await explained(sandbox)
  return causes.map(({ code, verdict }) => `${code} ${verdict}`).join()
}

const SILENT = 'CleanupInProgress unknown'
const OUT = 'OutOfScope stuck'

test('a controller that is started for other namespaces does not select the object', async () => {
  const settings: readonly [object, string][] = [
    [{ env: [{ name: 'WATCH_NAMESPACE', value: 'team-a,team-b' }] }, OUT],
    [{ args: ['--leader-elect', '--watch-namespaces=team-a'] }, OUT],
    [{ args: ['--namespaces', 'team-a'] }, OUT],
    [{ env: [{ name: 'WATCH_NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } }] }, OUT],
    [{ env: [{ name: 'WATCH_NAMESPACE', value: '' }] }, SILENT],
    [{ env: [{ name: 'STRIMZI_NAMESPACE', value: '*' }] }, SILENT],
    [{ env: [{ name: 'WATCH_NAMESPACES', value: 'team-a shop' }] }, SILENT],
    [{ env: [{ name: 'WATCH_NAMESPACE', valueFrom: { configMapKeyRef: { name: 'a', key: 'b' } } }] }, SILENT],
    [{ env: [{ name: 'WATCH_NAMESPACE', value: '$(OTHER)' }] }, SILENT],
    [{ env: [{ name: 'POD_NAMESPACE', value: 'team-a' }] }, SILENT],
  ]
  for (const [container, expected] of settings)
    assert.is(await answer(setup({ container })), expected, JSON.stringify(container))
})

test('labels, and the value that one label has to have, select as well', async () => {
  const selector = '--watch-label-selector=sharding.example.com/key in (shard1)'
  const filter = { args: ['--watch-filter=blue'] }
  const capi = 'infrastructure.cluster.x-k8s.io'
  const cases: readonly [Setting, string][] = [
    [{ container: { args: [selector] } }, OUT],
    [{ container: { args: [selector] }, object: { labels: { 'sharding.example.com/key': 'shard2' } } }, OUT],
    [{ container: { args: [selector] }, object: { labels: { 'sharding.example.com/key': 'shard1' } } }, SILENT],
    [{ container: filter, group: capi }, OUT],
    [{ container: filter, group: capi, object: { labels: { 'cluster.x-k8s.io/watch-filter': 'blue' } } }, SILENT],
    [{ group: capi, object: { labels: { 'cluster.x-k8s.io/watch-filter': 'blue' } } }, SILENT],
    // The same flag of another product may mean something else.
    [{ container: filter }, SILENT],
  ]
  for (const [setting, expected] of cases) assert.is(await answer(setup(setting)), expected, JSON.stringify(setting))
})

test('what was given the class of another controller is given back the class of the one that holds it', async () => {
  const remediesOf = async (name: string) => {
    const args = ['--controller-class=objectstore.example.com/controller']
    const sandbox = setup({ container: { args }, object: { spec: { ingressClassName: 'public' } } })
    const type = { apiVersion: 'networking.k8s.io/v1', kind: 'IngressClass' }
    sandbox.put({ ...type, metadata: { name: 'public' }, spec: { controller: 'k8s.io/ingress-nginx' } })
    sandbox.put({ ...type, metadata: { name: 'own' }, spec: { controller: name } })
    const [cause] = (await explained(sandbox)).causes
    assert.is(cause!.code, 'OutOfScope')
    return cause!.remedies.map(({ commands }) => commands[0])
  }
  const [first] = await remediesOf('objectstore.example.com/controller')
  const target = 'buckets.objectstore.example.com logs -n shop'
  assert.is(first, `kubectl patch ${target} --type=merge -p '{"spec":{"ingressClassName":"own"}}'`)
  const [other] = await remediesOf('lakes.example.com/controller')
  assert.match(other!, 'kubectl get deployment/objectstore')
})

test('a class that the controller does not serve is a possibility', async () => {
  const container = { args: ['--ingress-class=internal'] }
  const cases: readonly [Setting['object'], string][] = [
    [{ spec: { ingressClassName: 'public' } }, 'OutOfScope unknown'],
    [{ spec: { ingressClassName: 'internal' } }, SILENT],
    [{ annotations: { 'kubernetes.io/ingress.class': 'public' } }, 'OutOfScope unknown'],
    [{ spec: {} }, SILENT],
  ]
  for (const [object, expected] of cases)
    assert.is(await answer(setup({ container, ...(object && { object }) })), expected, JSON.stringify(object))
})

test('another instance that selects the object, a report, and a deletion of a moment ago are against it', async () => {
  const container = { args: ['--watch-namespaces=team-a'] }
  const second = setup({ container })
  operator(second, { name: 'objectstore-b', group: 'objectstore.example.com', plural: 'buckets' })
  assert.not.match(await answer(second), /OutOfScope/)
  const failing = setup({ container })
  const conditions = [
    {
      type: 'Ready',
      status: 'False',
      reason: 'DeleteFailed',
      message: 'the provider answered 500',
      lastTransitionTime: ago(failing, 60),
    },
  ]
  const bucket = failing.get('objectstore.example.com/v1', 'Bucket', 'logs', 'shop')!
  failing.put({ ...bucket, status: { conditions } }, { manager: 'objectstore' })
  assert.match(await answer(failing), /^CleanupFailing/)
  assert.is(await answer(setup({ container, deleted: 10 })), 'OutOfScope unknown')
})

test('an error from before the deletion is not why a controller that is started for other namespaces does nothing', async () => {
  const answerWith = (container: object, seconds: number) => {
    const sandbox = setup({ container })
    const condition = { type: 'Ready', status: 'False', reason: 'SyncFailed', message: 'the provider answered 500' }
    const conditions = [{ ...condition, lastTransitionTime: ago(sandbox, seconds) }]
    const bucket = sandbox.get('objectstore.example.com/v1', 'Bucket', 'logs', 'shop')!
    sandbox.put({ ...bucket, status: { conditions } }, { manager: 'objectstore' })
    return answer(sandbox)
  }
  const elsewhere = { env: [{ name: 'WATCH_NAMESPACE', value: 'team-a' }] }
  assert.is(await answerWith(elsewhere, 2 * HOUR), OUT)
  assert.is(await answerWith({}, 2 * HOUR), 'CleanupFailing stuck', 'without the setting the error is why')
  assert.is(await answerWith(elsewhere, 60), 'CleanupFailing stuck', 'who reports since the deletion looks after it')
})

test.run()
