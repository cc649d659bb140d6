import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { manualClock } from '../../src/sandbox/clock.ts'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { event } from '../../src/sandbox/incidents/parts/event.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { DAY, HOUR, MINUTE } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { explained } from './explained.ts'

const test = suite('FinalizerUnhandled')

const GROUP = 'chains.example.com'
const [OLD, NEW] = [GROUP, `${GROUP}/v2`]

interface Run {
  readonly name: string
  readonly finalizers: readonly string[]
  readonly deleted?: number
  readonly age?: number
  readonly manager?: string
  readonly namespace?: string
}

function setup(...runs: readonly Run[]): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  definition(sandbox, { group: GROUP, plural: 'runs', kind: 'Run' })
  operator(sandbox, { name: 'chains', group: GROUP, plural: 'runs' })
  for (const name of ['shop', 'other']) namespace(sandbox, name)
  for (const { manager = 'chains', namespace: place = 'shop', ...rest } of runs) {
    customResource(sandbox, { apiVersion: `${GROUP}/v1`, kind: 'Run', namespace: place, manager, ...rest })
  }
  return sandbox
}

const STUCK: Run = { name: 'old', finalizers: [OLD], deleted: HOUR, age: 40 * DAY }
const NEWER: Run = { name: 'new', finalizers: [NEW], age: DAY, namespace: 'other' }

test('living siblings carry another finalizer in its place: the workload is the subject, and the removal is printed', async () => {
  const answer = await explained(setup(STUCK, NEWER))
  assert.equal(answer.codes, ['FinalizerUnhandled chains'])
  const [cause] = answer.causes
  assert.equal([cause!.subject.kind, cause!.finalizer], ['Deployment', OLD])
  assert.is(answer.object('Run', 'old').verdict, 'stuck')
  assert.equal(
    cause!.remedies.map(({ kind, commands }) => [kind, ...commands]),
    [['repair'], ['remove', `kubectl finalize remove runs.${GROUP}/old -n shop --finalizer ${OLD}`]],
  )
})

test('it is handled, as far as anybody can tell, where living siblings carry it still, or none tells', async () => {
  const cases: readonly (readonly Run[])[] = [
    [STUCK],
    [STUCK, NEWER, { name: 'also', finalizers: [OLD], age: HOUR }],
    [STUCK, { ...NEWER, finalizers: [NEW, OLD] }],
    [STUCK, { ...NEWER, finalizers: ['backup.example.org/hold'] }],
    [STUCK, { ...NEWER, manager: 'stranger-controller' }],
    [STUCK, { ...NEWER, deleted: HOUR }],
    [{ ...STUCK, finalizers: [OLD, NEW] }, NEWER],
    [{ ...STUCK, deleted: 10 }, NEWER],
    // Whoever deploys them chose.
    [
      { ...STUCK, manager: 'kubectl-edit' },
      { ...NEWER, manager: 'kubectl-edit' },
    ],
    [STUCK, { ...NEWER, manager: 'argocd-controller' }],
    // Both are names of one version, for what the object asks for.
    [
      { ...STUCK, finalizers: ['metacontroller.io/compositecontroller-a'] },
      { ...NEWER, finalizers: ['metacontroller.io/decoratorcontroller-b'] },
    ],
  ]
  for (const runs of cases) {
    const { codes } = await explained(setup(...runs))
    assert.not.ok(
      codes.some(code => code.startsWith('FinalizerUnhandled')),
      JSON.stringify(runs),
    )
  }
  const older = await explained(setup(STUCK, NEWER, { name: 'also', finalizers: [OLD], age: 30 * DAY }))
  assert.equal(older.codes, ['FinalizerUnhandled chains'])
})

test('a name of another domain that is akin to the writer is one in its place', async () => {
  const renamed = await explained(setup(STUCK, { ...NEWER, finalizers: ['finalizer.chains-run.example.org/v2'] }))
  assert.equal(renamed.codes, ['FinalizerUnhandled chains'])
})

test('a controller that reports something handles it', async () => {
  const sandbox = setup(STUCK, NEWER)
  const old = sandbox.get(`${GROUP}/v1`, 'Run', 'old', 'shop')!
  event(sandbox, old, {
    reason: 'Failed',
    message: 'denied',
    component: 'chains',
    count: 1,
    first: MINUTE,
    last: MINUTE,
  })
  assert.equal((await explained(sandbox)).codes, ['CleanupFailing old'])
})

test.run()
