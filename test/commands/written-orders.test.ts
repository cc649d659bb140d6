import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { runIn } from './run-in.ts'
import { cluster, configMap } from './shop-cluster.ts'

const test = suite('orders that others wrote, in a preflight')

const wave = (number: string) => ({ 'argocd.argoproj.io/sync-wave': number })

interface Ordered {
  readonly verdict: string
  readonly order: readonly { readonly reason: string; readonly refs: readonly { readonly name: string }[] }[]
}

async function ordered(stage: ReturnType<typeof cluster>, words: readonly string[], namespace = 'shop') {
  const { stdout, stderr } = await runIn(stage, ['preflight', ...words, '-n', namespace, '-o', 'json'])
  const { order, verdict } = JSON.parse(stdout) as Ordered
  const waves = order.map(({ reason, refs }) => `${refs.map(({ name }) => name).join(' ')}: ${reason}`)
  return { waves, verdict, stderr }
}

test('part the waves, each with whose order it is', async () => {
  const stage = cluster()
  stage.sandbox.put(configMap('low', { annotations: wave('0') }))
  stage.sandbox.put(configMap('high', { annotations: { ...wave('3'), 'argocd.argoproj.io/hook': 'PostDelete' } }))
  stage.sandbox.put(configMap('none'))
  const { waves, stderr } = await ordered(stage, ['cm/low', 'cm/high', 'cm/none'])
  assert.equal(waves, [
    'high none: Argo CD sync wave 3, before lower ones',
    'low: nothing that is deleted later needs it',
  ])
  assert.is(stderr, 'note: configmaps/high is a hook that Argo CD runs at a deletion: it is deleted, not run\n')
})

test('give way to what a controller is needed for, and make nothing clean', async () => {
  const stage = cluster()
  const { sandbox } = stage
  const group = 'tenancy.example.com'
  definition(sandbox, { group, plural: 'things', kind: 'Thing' })
  operator(sandbox, { name: 'tenancy', group, plural: 'things' })
  const place = 'tenancy-system'
  const finalizers = [`${group}/hold`]
  const made = customResource(sandbox, {
    apiVersion: `${group}/v1`,
    kind: 'Thing',
    namespace: place,
    name: 'one',
    manager: 'tenancy',
    finalizers,
  })
  const words = ['thing/one', 'deploy/tenancy']
  const before = await ordered(stage, words, place)
  sandbox.put({ ...made, metadata: { ...made.metadata, annotations: wave('0') } })
  const workload = sandbox.get('apps/v1', 'Deployment', 'tenancy', place)!
  sandbox.put({ ...workload, metadata: { ...workload.metadata, annotations: wave('5') } })
  const after = await ordered(stage, words, place)
  assert.is(after.verdict, before.verdict)
  assert.match(
    after.waves[0]!,
    /^one: before deployment\/tenancy .+; not followed, .+: Argo CD sync wave 5, before lower ones$/,
  )
  assert.match(after.waves[1]!, /^tenancy: /)
})

test.run()
