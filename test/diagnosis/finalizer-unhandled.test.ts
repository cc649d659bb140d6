import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { event } from '../../src/sandbox/incidents/parts/event.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { ago, DAY, HOUR, MINUTE } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'

const test = suite('FinalizerUnhandled')

const GROUP = 'chains.example.com'
const [OLD, NEW] = [GROUP, `${GROUP}/v2`]

interface Run {
  readonly name: string
  readonly finalizers: readonly string[]
  readonly deleted?: number | undefined
  readonly age?: number
  readonly manager?: string
  readonly namespace?: string
  readonly spec?: Readonly<Record<string, unknown>>
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
    // Kubernetes' own names and those of another owner's product replace none, whatever word they share (topolvm/topolvm#278).
    [
      { ...STUCK, finalizers: ['chains.example.com/pvc'] },
      { ...NEWER, finalizers: ['kubernetes.io/pvc-protection'] },
    ],
    [
      { ...STUCK, finalizers: ['chains.example.com/pvc'] },
      { ...NEWER, finalizers: ['silk.example.org/pvc-guard'] },
    ],
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

const several = (given: Partial<Run>, specs: readonly Run['spec'][] = [{}, {}, {}]): readonly Run[] =>
  specs.map((spec = {}, index) => ({ ...NEWER, ...given, spec, name: `new-${index}` }))

const verdictsOf = async (...runs: readonly Run[]) =>
  (await explained(setup(...runs))).causes.map(({ code, verdict }) => `${code} ${verdict}`)

test('a name of another domain that is akin to the writer is one in its place, where several carry it', async () => {
  const finalizers = ['finalizer.chains-run.example.org/v2']
  assert.equal(await verdictsOf(STUCK, ...several({ finalizers })), ['FinalizerUnhandled stuck'])
  assert.equal(await verdictsOf(STUCK, { ...NEWER, finalizers }), ['FinalizerUnhandled unknown'])
})

test('only another version or spelling of the name proves it: of two other words each may be for objects of its own', async () => {
  const names: readonly (readonly [string, string, 'stuck' | 'unknown'])[] = [
    [`${GROUP}/v1-cleanup`, `${GROUP}/v2-cleanup`, 'stuck'],
    [`${GROUP}/finalizer`, `${GROUP}/cleanup`, 'stuck'],
    [`operator.${GROUP}/finalizer`, `${GROUP}/cleanup`, 'stuck'],
    [`${GROUP}/untie`, `loom.${GROUP}/untie-v2`, 'stuck'],
    ['metachains.app/drain', 'metachains.io/drain', 'stuck'],
    [GROUP, `${GROUP}/run`, 'stuck'],
    [`drain.${GROUP}`, `${GROUP}/drain`, 'stuck'],
    ['drain-chains', `${GROUP}/drainChains`, 'stuck'],
    [`${GROUP}/blue`, `${GROUP}/red`, 'unknown'],
    [`${GROUP}/cloud`, `${GROUP}/local`, 'unknown'],
    [`${GROUP}/light-cleanup`, `${GROUP}/heavy-cleanup`, 'unknown'],
    [`${GROUP}/bucket`, `${GROUP}/bucket-policy`, 'unknown'],
    [GROUP, `${GROUP}/cloud`, 'unknown'],
    ['cotton.chains.dev/finalizer', 'silk.chains.dev/finalizer', 'unknown'],
    ['cotton.chains.dev', 'silk.chains.dev', 'unknown'],
  ]
  for (const [old, next, verdict] of names) {
    const runs = [{ ...STUCK, finalizers: [old] }, ...several({ finalizers: [next] })]
    assert.equal(await verdictsOf(...runs), [`FinalizerUnhandled ${verdict}`], `${old} ${next}`)
  }
})

test('a name that the same program put later on an object of that age is a possibility, where none else has the old one', async () => {
  const later = (sandbox: Sandbox, finalizer: string, manager: string) => {
    const fieldsV1 = { 'f:metadata': { 'f:finalizers': { [`v:${JSON.stringify(finalizer)}`]: {} } } }
    sandbox.put({
      apiVersion: `${GROUP}/v1`,
      kind: 'Run',
      metadata: {
        ...{ name: 'sibling', namespace: 'other', creationTimestamp: ago(sandbox, 40 * DAY), finalizers: [finalizer] },
        managedFields: [{ manager, operation: 'Update', time: ago(sandbox, DAY), fieldsV1 }],
      },
    })
    return sandbox
  }
  const old = { ...STUCK, finalizers: [`bolts.${GROUP}`] }
  const verdicts = async (sandbox: Sandbox) =>
    (await explained(sandbox)).causes.map(({ code, verdict }) => `${code} ${verdict}`)
  assert.equal(await verdicts(later(setup(old), `run.${GROUP}`, 'chains')), ['FinalizerUnhandled unknown'])
  for (const sandbox of [
    later(setup(old, { ...old, name: 'also', deleted: undefined }), `run.${GROUP}`, 'chains'),
    later(setup(old), `run.${GROUP}`, 'other-controller'),
  ])
    assert.equal(await verdicts(sandbox), ['CleanupInProgress unknown'])
})

test('of one age, what follows the domain of another owner alike is a possibility, where none that lives has the old name (harvester/harvester#3572)', async () => {
  const old = { ...STUCK, finalizers: ['wrangler.cattle.io/Chains.UnsetOwner'] }
  const sibling = { ...old, name: 'sibling', finalizers: ['runs.example.org/Chains.UnsetOwner'], deleted: undefined }
  assert.equal(await verdictsOf(old, { ...old, name: 'too' }, sibling), ['FinalizerUnhandled unknown'])
  assert.equal(await verdictsOf(old, sibling, { ...old, name: 'lives', deleted: undefined }), [
    'CleanupInProgress unknown',
  ])
  const another = { ...sibling, finalizers: ['runs.example.org/Chains.Drain'] }
  assert.equal(await verdictsOf(old, another), ['CleanupInProgress unknown'])
})

test('both names in use at one time are chosen by the object, also where only the deleted ones carry the old name', async () => {
  const [s3, nfs] = [[`${GROUP}/s3`], [`${GROUP}/nfs`]]
  const shares: readonly Run[] = [s3, nfs, s3, nfs, s3, s3].map((finalizers, index) => ({
    name: `sh${index}`,
    finalizers,
    age: HOUR - index,
    spec: { backend: finalizers === s3 ? 's3' : 'nfs' },
  }))
  for (const deleted of [['sh1'], ['sh1', 'sh3']]) {
    const runs = shares.map(run => (deleted.includes(run.name) ? { ...run, deleted: 40 } : run))
    assert.equal(await verdictsOf(...runs), ['CleanupInProgress unknown'])
  }
})

test('what differs on all of either name may decide it: a possibility, and the controller is asked first', async () => {
  const nfs = { ...STUCK, finalizers: [`${GROUP}/nfs`], spec: { backend: 'nfs', url: 'a' } }
  const others = { finalizers: [`${GROUP}/s3`] }
  const cases: readonly (readonly Run[])[] = [
    [
      nfs,
      ...several(
        others,
        [1, 2, 3].map(url => ({ backend: 's3', url })),
      ),
    ],
    // Each of the newer ones has a value of its own, of which one is what the finalizer is called by.
    [
      nfs,
      ...several(
        others,
        ['s3', 'gcs', 'swift'].map(backend => ({ backend })),
      ),
    ],
    [
      nfs,
      ...several(
        others,
        [1, 2, 3].map(bucket => ({ s3: { bucket } })),
      ),
    ],
    [
      { ...STUCK, spec: { mode: 'a' } },
      { ...NEWER, spec: { mode: 'b' } },
    ],
  ]
  for (const runs of cases) {
    const [cause, ...rest] = (await explained(setup(...runs))).causes
    assert.equal([cause!.code, cause!.verdict, rest.length], ['FinalizerUnhandled', 'unknown', 0], JSON.stringify(runs))
    assert.is(cause!.remedies[0]!.kind, 'inspect')
    assert.equal(
      cause!.remedies.map(({ kind }) => kind).filter(kind => kind !== 'inspect'),
      ['remove'],
    )
  }
})

test('what is different on every object, as an address is, decides nothing', async () => {
  const url = (name: string) => ({ url: `https://${name}`, size: 3 })
  const runs = several({}, ['b', 'c', 'd'].map(url))
  assert.equal(await verdictsOf({ ...STUCK, spec: url('a') }, ...runs), ['FinalizerUnhandled stuck'])
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

test('an error of one that carries both names is of the name that newer ones carry: the other one may stay after it', async () => {
  const [v1, v2] = [`${GROUP}/v1-finalizer`, `${GROUP}/v2-finalizer`]
  const conditions = [{ type: 'Ready', status: 'False', reason: 'DeleteFailed', message: 'moon API: 503' }]
  const explain = async (first: string, ...runs: readonly Run[]) => {
    const sandbox = setup({ ...STUCK, finalizers: [first, v2] }, ...runs)
    const old = sandbox.get(`${GROUP}/v1`, 'Run', 'old', 'shop')!
    sandbox.put({ ...old, status: { conditions } }, { manager: 'chains' })
    return (await explained(sandbox)).causes.map(({ code, verdict, finalizer }) => `${code} ${verdict} ${finalizer}`)
  }
  assert.equal((await explain(v1, ...several({ finalizers: [v2] }))).toSorted(), [
    `CleanupFailing stuck ${v2}`,
    `FinalizerUnhandled unknown ${v1}`,
  ])
  // One in use by a living object, one of another word, one newer object alone.
  for (const [first, ...runs] of [
    [v1, ...several({ finalizers: [v2, v1] })],
    [`${GROUP}/bucket`, ...several({ finalizers: [v2] })],
    [v1, { ...NEWER, finalizers: [v2] }],
  ] as const)
    assert.equal(await explain(first, ...runs), [`CleanupFailing stuck ${first}`])
})

test('an error that does not say of which finalizer it is, is one cause of all of its controller; each is removed alone', async () => {
  const names = ['router', 'network'].map(name => `${GROUP}/${name}`)
  const sandbox = setup({ ...STUCK, finalizers: names })
  const old = sandbox.get(`${GROUP}/v1`, 'Run', 'old', 'shop')!
  sandbox.put(
    {
      ...old,
      status: { conditions: [{ type: 'Ready', status: 'False', reason: 'DeleteFailed', message: 'no network' }] },
    },
    { manager: 'chains' },
  )
  const [cause, ...none] = (await explained(sandbox)).causes
  assert.equal([cause!.code, cause!.finalizer, none], ['CleanupFailing', names[0], []])
  assert.equal(
    cause!.remedies
      .filter(({ kind }) => kind === 'remove')
      .map(({ commands }) => names.filter(name => commands.join().includes(`--finalizer ${name} `))),
    names.map(name => [name]),
  )
})

test.run()
