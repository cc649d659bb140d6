import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { ago, HOUR, MINUTE } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'
import { servedLogs } from './pod-logs.ts'

const test = suite('which of several workloads that may change an object looks after its finalizer')

interface Setup {
  readonly group?: string
  readonly finalizer: string
  /** Operators that have the same rights. */
  readonly operators: readonly string[]
  /** Those whose log names the object. */
  readonly naming?: readonly string[]
  /** What it logs. */
  readonly line?: string
}

const LINE = '{"level":"info","msg":"reconciling","controllerKind":"Iris","Iris":{"name":"a","namespace":"shop"}}'

/** Service shop/iris, which is being deleted, and operators that have all one role. */
function setup({ group = 'serving.example.com', finalizer, operators, naming = [], line = LINE }: Setup): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  definition(sandbox, { group, plural: 'irises', kind: 'Iris' })
  namespace(sandbox, 'shop')
  for (const name of operators) operator(sandbox, { name, group, plural: 'irises' })
  customResource(sandbox, {
    ...{ apiVersion: `${group}/v1`, kind: 'Iris', namespace: 'shop', name: 'a', manager: 'manager' },
    ...{ finalizers: [finalizer], deleted: HOUR },
  })
  const { logs } = servedLogs(sandbox)
  for (const { metadata } of sandbox.server.store.list('pods')) {
    const isNaming = naming.some(name => metadata.namespace === `${name}-system`)
    const lines = [`${ago(sandbox, 2 * HOUR)} starting`, ...(isNaming ? [`${ago(sandbox, MINUTE)} ${line}`] : [])]
    logs.set(`${metadata.namespace}/${metadata.name}/app`, { lines })
  }
  return sandbox
}

async function summaryOf(given: Setup): Promise<string> {
  const { causes } = await explained(setup(given))
  return causes.map(({ summary }) => summary).join()
}

test('the one whose name is the first word of a domain of another owner (kubeflow/hub#2789)', async () => {
  const operators = ['serving-controller', 'model-registry-controller-manager']
  const finalizer = 'modelregistry.example.org/finalizer'
  assert.match(await summaryOf({ finalizer, operators }), 'model-registry-controller-manager is running')
  const own = 'serving.example.com/finalizer'
  assert.match(await summaryOf({ finalizer: own, operators }), 'serving-controller is running')
})

test('the only one whose log names the object', async () => {
  const given = { finalizer: 'serving.example.com/x', operators: ['anemone', 'bluebell', 'crocus'] }
  assert.match(await summaryOf(given), 'anemone is running')
  assert.match(await summaryOf({ ...given, naming: ['crocus'] }), 'crocus is running')
  assert.match(await summaryOf({ ...given, naming: ['bluebell', 'crocus'] }), 'anemone is running')
  // istio/istio#35114
  assert.match(await summaryOf({ ...given, naming: ['crocus'], line: 'Deleting Iris a' }), 'crocus is running')
})

test('what is known to run elsewhere hides none here whose log names the object (kubermatic/kubermatic#15802)', async () => {
  const given = { group: 'cluster.k8s.io', finalizer: 'kubermatic.io/cleanup-x', operators: ['anemone'] }
  assert.match(await summaryOf({ ...given, naming: ['anemone'] }), 'anemone is running')
  assert.match(await summaryOf(given), 'nothing in this cluster shows')
})

test.run()
