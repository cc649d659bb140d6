import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { absenceProvenBy, type Proof, type Signs } from '../../src/diagnosis/controller/absence.ts'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { ago, DAY, HOUR, MINUTE } from '../../src/sandbox/incidents/parts/time.ts'
import { deployment } from '../../src/sandbox/incidents/parts/workload.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'

const test = suite('absence of a controller')

const LONG = DAY
const SHORT = 30 * MINUTE
const NOW = 3

/** Nothing that runs is the controller, everything was cleaned away, and all is silent for long. */
const quiet: Signs = {
  ofType: true,
  traces: undefined,
  wentItself: undefined,
  goneAccount: undefined,
  idle: undefined,
  heardAll: true,
  deletedSeconds: LONG,
  wroteSeconds: LONG,
  silentSeconds: LONG,
  seenSeconds: LONG,
  awaits: false,
  renewed: false,
  outsideController: false,
  outsideUser: false,
  elsewhere: 'never',
  named: false,
  suspects: false,
  listeners: 'untold',
}

const traced: Signs = { ...quiet, traces: 'cluster' }
const known: Signs = { ...quiet, named: true }
const idle: Signs = { ...quiet, idle: 'cluster' }

test('traces of an uninstall, and a long silence without them, are proof', () => {
  const table: readonly [string, Signs, Proof | undefined][] = [
    ['traces, silent for long', traced, 'traces'],
    ['traces, deleted just now', { ...traced, deletedSeconds: NOW }, 'traces'],
    [
      'traces, wrote after the deletion',
      { ...traced, wroteSeconds: SHORT, silentSeconds: SHORT, seenSeconds: SHORT },
      undefined,
    ],
    [
      'traces, wrote after the deletion, under a name that many have',
      { ...traced, wroteSeconds: undefined, silentSeconds: SHORT, seenSeconds: SHORT },
      undefined,
    ],
    [
      'traces, wrote before the deletion',
      { ...traced, deletedSeconds: MINUTE, wroteSeconds: SHORT, silentSeconds: SHORT, seenSeconds: SHORT },
      'traces',
    ],
    [
      'traces, wrote as it was deleted',
      { ...traced, deletedSeconds: SHORT + 5, wroteSeconds: SHORT, silentSeconds: SHORT, seenSeconds: SHORT },
      'traces',
    ],
    [
      'traces, wrote after the deletion, over an hour ago',
      { ...traced, wroteSeconds: 2 * HOUR, silentSeconds: 2 * HOUR, seenSeconds: 2 * HOUR },
      'traces',
    ],
    [
      'account gone, wrote after the deletion',
      { ...quiet, goneAccount: 'cluster', wroteSeconds: SHORT, silentSeconds: SHORT, seenSeconds: SHORT },
      undefined,
    ],
    ['account gone, silent for long', { ...quiet, goneAccount: 'cluster' }, 'traces'],
    [
      'went itself, wrote after the deletion',
      { ...quiet, wentItself: 'operator', wroteSeconds: SHORT, silentSeconds: SHORT, seenSeconds: SHORT },
      'traces',
    ],
    [
      'went itself, wrote a moment ago',
      { ...quiet, wentItself: 'operator', wroteSeconds: NOW, silentSeconds: NOW, seenSeconds: NOW },
      undefined,
    ],
    ['traces, wrote a moment ago', { ...traced, wroteSeconds: NOW, silentSeconds: NOW, seenSeconds: NOW }, undefined],
    [
      'traces, a name that many have wrote a moment ago',
      { ...traced, wroteSeconds: undefined, silentSeconds: NOW, seenSeconds: NOW },
      undefined,
    ],
    ['traces, its Lease is renewed', { ...traced, renewed: true }, undefined],
    [
      'traces, a user has the role of a controller',
      { ...traced, outsideController: true, outsideUser: true },
      undefined,
    ],
    ['traces, a user may patch', { ...traced, outsideUser: true }, 'traces'],
    ['traces, known to run in no Pod', { ...traced, elsewhere: 'always' }, undefined],
    ['traces, known to run here or elsewhere', { ...traced, elsewhere: 'maybe' }, 'traces'],
    ['traces, a suspect', { ...traced, suspects: true }, 'traces'],
    ['traces, a core type', { ...traced, ofType: false }, 'traces'],
    ['an idle account, silent for long', idle, 'traces'],
    ['an idle account, silent for half an hour', { ...idle, silentSeconds: SHORT, seenSeconds: SHORT }, undefined],
    ['an idle account, deleted just now', { ...idle, deletedSeconds: NOW }, 'traces'],
    ['an idle account, no program is known', { ...idle, silentSeconds: undefined }, 'traces'],
    ['an idle account, not all of its product was read', { ...idle, heardAll: false }, undefined],
    ['an idle account, a suspect, of a core type', { ...idle, suspects: true, ofType: false }, 'traces'],
    ['traces, not all of its product was read', { ...traced, heardAll: false }, 'traces'],
    ['none, not all of its product was read', { ...quiet, heardAll: false }, undefined],
    ['none, silent for long', quiet, 'silence'],
    ['none, an hour', { ...quiet, deletedSeconds: HOUR, silentSeconds: HOUR }, 'silence'],
    ['none, deleted just now', { ...quiet, deletedSeconds: NOW }, undefined],
    [
      'none, silent for half an hour',
      { ...quiet, wroteSeconds: SHORT, silentSeconds: SHORT, seenSeconds: SHORT },
      undefined,
    ],
    [
      'none, a name that many have wrote lately',
      { ...quiet, wroteSeconds: undefined, silentSeconds: NOW, seenSeconds: NOW },
      undefined,
    ],
    ['none, no program is known', { ...quiet, wroteSeconds: undefined, silentSeconds: undefined }, undefined],
    ['none, its Lease is renewed', { ...quiet, renewed: true }, undefined],
    ['none, a user has the role of a controller', { ...quiet, outsideController: true, outsideUser: true }, undefined],
    ['none, a user may patch', { ...quiet, outsideUser: true }, undefined],
    ['none, known to run in no Pod', { ...quiet, elsewhere: 'always' }, undefined],
    ['none, known to run here or elsewhere', { ...quiet, elsewhere: 'maybe' }, undefined],
    [
      'a workload that is known and not there',
      { ...known, deletedSeconds: NOW, silentSeconds: SHORT, seenSeconds: SHORT },
      'catalogue',
    ],
    ['a workload that is known, of a core type', { ...known, ofType: false }, 'catalogue'],
    ['a workload that is known, wrote a moment ago', { ...known, wroteSeconds: NOW }, undefined],
    ['a workload that is known, a suspect', { ...known, suspects: true }, undefined],
    ['a workload that is known, a user may patch', { ...known, outsideUser: true }, undefined],
    ['a workload that is known, and may run elsewhere', { ...known, elsewhere: 'maybe' }, undefined],
    ['none, a suspect', { ...quiet, suspects: true }, undefined],
    ['none, a core type', { ...quiet, ofType: false }, undefined],
  ]
  for (const [name, signs, proof] of table) assert.is(absenceProvenBy(signs), proof, name)
})

const GROUP = 'outside.example'
const RBAC = 'rbac.authorization.k8s.io'
const MISSING = [`ControllerMissing lakes.${GROUP}`]
const UNKNOWN = ['ControllerUnknown w']

interface Lake {
  /** Seconds since its deletion, and since its operator wrote. */
  readonly deleted?: number
  readonly wrote?: number
  readonly manager?: string
  readonly finalizer?: string
  readonly annotations?: Record<string, string>
  readonly labels?: Record<string, string>
}

/** A lake that its operator does not let go, and no workload that could be that operator. */
function setup({ deleted = DAY, wrote = 2 * DAY, manager = 'lake-operator', ...rest }: Lake = {}): Sandbox {
  const { finalizer = `${GROUP}/drain`, annotations, labels } = rest
  const sandbox = createSandbox({ clock: manualClock() })
  const marks = { ...(annotations && { annotations }), ...(labels && { labels }) }
  definition(sandbox, { group: GROUP, plural: 'lakes', kind: 'Lake', ...marks })
  namespace(sandbox, 'shop')
  lake(sandbox, 'w', { manager, finalizer, deleted, wrote })
  return sandbox
}

function lake(
  sandbox: Sandbox,
  name: string,
  given: { manager: string; finalizer: string; wrote: number; deleted?: number; namespace?: string; kind?: string },
): void {
  const { finalizer, wrote, kind = 'Lake', namespace = 'shop', ...rest } = given
  const type = { apiVersion: `${GROUP}/v1`, kind, namespace }
  customResource(sandbox, { ...type, name, ...rest, finalizers: [finalizer], age: wrote })
}

/** Binds a role with these rules; without rules the role is not there. */
function bind(sandbox: Sandbox, name: string, subject: object, resources?: readonly string[]): void {
  const apiVersion = `${RBAC}/v1`
  const metadata = { name }
  const groups = resources?.includes('*') ? ['*'] : [GROUP]
  const rules = [{ apiGroups: groups, resources, verbs: ['*'] }]
  if (resources) sandbox.put({ apiVersion, kind: 'ClusterRole', metadata, rules })
  const roleRef = { apiGroup: RBAC, kind: 'ClusterRole', name }
  sandbox.put({ apiVersion, kind: 'ClusterRoleBinding', metadata, roleRef, subjects: [subject] })
  if (subject === ACCOUNT) {
    sandbox.put({
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: ACCOUNT.name, namespace: ACCOUNT.namespace },
    })
  }
}

/** A controller's own role, bound to an account that does not exist. */
function bindGone(sandbox: Sandbox): void {
  bind(sandbox, 'lake-operator', { ...ACCOUNT }, MARKED)
}

const USER = { kind: 'User', apiGroup: RBAC, name: 'lake-operator' }
const PLATFORM = { kind: 'Group', apiGroup: RBAC, name: 'platform' }
const ACCOUNT = { kind: 'ServiceAccount', name: 'lake-operator', namespace: 'lakes' }
const ALL = ['*']
const NAMED = ['lakes']
const MARKED = ['lakes', 'lakes/status', 'lakes/finalizers']

function lease(
  sandbox: Sandbox,
  { renewed = 1, name = 'lake-operator-leader', holder = 'vm-7_0f3e', manager = '', namespace: place = 'shop' } = {},
) {
  sandbox.put(
    {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name, namespace: place },
      spec: {
        holderIdentity: holder,
        leaseDurationSeconds: 15,
        renewTime: ago(sandbox, renewed).replace('Z', '.000000Z'),
      },
    },
    manager === '' ? {} : { manager },
  )
}

/** In the namespace where the webhook for the type is served, so that no tenant wrote it. */
function ownLease(sandbox: Sandbox): void {
  sandbox.put({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: 'lakes' },
    webhooks: [
      {
        name: 'lakes.lake.example',
        failurePolicy: 'Ignore',
        clientConfig: { service: { namespace: 'lakes', name: 'lake-operator' } },
        rules: [{ apiGroups: [GROUP], apiVersions: ['*'], resources: ['lakes'], operations: ['CREATE'] }],
      },
    ],
  })
  lease(sandbox, { renewed: 20 * MINUTE, namespace: 'lakes' })
}

async function codesOf(sandbox: Sandbox): Promise<readonly string[]> {
  return (await explained(sandbox)).codes
}

test('an operator outside of the cluster that wrote lately is not missing, whoever may be it, and the write is no evidence for that', async () => {
  const ways: readonly ((sandbox: Sandbox) => void)[] = [
    () => {},
    sandbox => bind(sandbox, 'everything', USER, ALL),
    sandbox => bind(sandbox, 'everything', PLATFORM, ALL),
    sandbox => bind(sandbox, 'lakes', USER, NAMED),
    sandbox => bind(sandbox, 'lakes', PLATFORM, MARKED),
    sandbox => lease(sandbox),
  ]
  for (const manager of ['lake-operator', 'manager', 'kubectl-create']) {
    for (const [index, arrange] of ways.entries()) {
      const sandbox = setup({ deleted: 3, wrote: 4, manager })
      arrange(sandbox)
      const { codes, causes, object } = await explained(sandbox)
      assert.equal([codes, object('Lake', 'w').verdict], [UNKNOWN, 'unknown'], `${manager} ${index}`)
      assert.match(causes[0]!.remedies.at(-1)!.commands[0]!, / --override ControllerUnknown$/)
      assert.ok(causes[0]!.evidence.some(({ fact }) => fact.includes('may run outside of the cluster')))
    }
  }
})

test('users that may be it are named, a group of the server that every cluster has is not', async () => {
  const sandbox = setup({ deleted: 3, wrote: 4 })
  bind(sandbox, 'everything', USER, ALL)
  bind(sandbox, 'masters', { ...PLATFORM, name: 'system:masters' }, ALL)
  const { evidence } = (await explained(sandbox)).causes[0]!
  const named = evidence.filter(({ source }) => source === 'rolebindings').map(({ fact }) => fact)
  assert.is(named.length, 1)
  assert.match(named[0]!, 'User lake-operator')
})

test('after a long silence it is missing, though administrators may do everything', async () => {
  const sandbox = setup()
  bind(sandbox, 'everything', PLATFORM, ALL)
  bind(sandbox, 'masters', { ...PLATFORM, name: 'system:masters' }, ALL)
  const { codes, causes } = await explained(sandbox)
  assert.equal(codes, MISSING)
  assert.ok(causes[0]!.evidence.some(({ fact }) => fact.includes('"lake-operator" 2d ago')))
  assert.equal(await codesOf(setup({ deleted: 30 * MINUTE })), UNKNOWN)
  for (const [subject, resources] of [
    [USER, NAMED],
    [PLATFORM, NAMED],
    [USER, MARKED],
    [{ ...USER, name: 'system:controller:glbc' }, MARKED],
  ] as const) {
    const named = setup()
    bind(named, 'system:lakes', subject, resources)
    assert.equal(await codesOf(named), UNKNOWN, JSON.stringify([subject, resources]))
  }
})

test('silence of a person or a pipeline who put the finalizer into a manifest says nothing of a controller', async () => {
  assert.equal(await codesOf(setup({ manager: 'kubectl-client-side-apply' })), UNKNOWN)
})

test('a write on another object of the type breaks the silence', async () => {
  const sandbox = setup()
  lake(sandbox, 'alive', { manager: 'lake-operator', finalizer: `${GROUP}/drain`, wrote: MINUTE })
  assert.equal(await codesOf(sandbox), UNKNOWN)
  const other = setup()
  lake(other, 'alive', { manager: 'pond-operator', finalizer: `${GROUP}/drain`, wrote: MINUTE })
  assert.equal(await codesOf(other), MISSING)
})

test('the traces of an uninstall prove it at once, unless it was seen at work a moment ago', async () => {
  const release = { 'meta.helm.sh/release-name': 'lakes', 'meta.helm.sh/release-namespace': 'shop' }
  const none = () => {}
  const traces: readonly [string, Lake, (sandbox: Sandbox) => void][] = [
    ['release', { annotations: release }, none],
    ['binding', {}, sandbox => bind(sandbox, 'lake-operator', ACCOUNT)],
    ['account', {}, sandbox => bind(sandbox, 'lake-operator', ACCOUNT, MARKED)],
    ['account that is gone', {}, sandbox => bindGone(sandbox)],
    [
      'OLM',
      { labels: { 'operators.coreos.com/lakes.shop': '' } },
      sandbox =>
        definition(sandbox, {
          group: 'operators.coreos.com',
          plural: 'clusterserviceversions',
          kind: 'ClusterServiceVersion',
        }),
    ],
  ]
  const signs: readonly [string, Lake, (sandbox: Sandbox) => void, readonly string[]][] = [
    ['silent for ten minutes', { deleted: 3, wrote: 10 * MINUTE }, none, MISSING],
    ['administrators', { deleted: 3, wrote: 10 * MINUTE }, sandbox => bind(sandbox, 'all', PLATFORM, ALL), MISSING],
    ['a stale Lease', {}, sandbox => lease(sandbox, { renewed: DAY }), MISSING],
    ['wrote just now', { deleted: 3, wrote: 4 }, none, UNKNOWN],
    ['wrote just before', { deleted: 60, wrote: 62 }, none, UNKNOWN],
    ['a fresh Lease', {}, sandbox => lease(sandbox), UNKNOWN],
    [
      'a fresh Lease that its manager writes',
      {},
      sandbox => lease(sandbox, { name: 'x', manager: 'lake-operator' }),
      UNKNOWN,
    ],
    ['a fresh Lease of another', {}, sandbox => lease(sandbox, { name: 'pond-lock' }), MISSING],
    ['a user with the role of a controller', {}, sandbox => bind(sandbox, 'lakes', USER, MARKED), UNKNOWN],
  ]
  for (const [trace, marks, leave] of traces) {
    for (const [sign, how, arrange, codes] of signs) {
      const sandbox = setup({ ...marks, ...how })
      leave(sandbox)
      arrange(sandbox)
      // A ServiceAccount alone may be in use in another cluster by tokens that are asked for.
      const isYoung = trace === 'account' && how.deleted === 3
      // One that is gone cannot have written since the deletion; what it wrote before that is no sign of life.
      const isGone = trace === 'account that is gone' && sign === 'wrote just before'
      assert.equal(await codesOf(sandbox), isYoung ? UNKNOWN : isGone ? MISSING : codes, `${trace}, ${sign}`)
    }
  }
})

/** Its operator writes a living object elsewhere: in another namespace, or of another type of the group. */
const ELSEWHERE: readonly ((sandbox: Sandbox, wrote: number) => void)[] = [
  (sandbox, wrote) => {
    namespace(sandbox, 'other')
    lake(sandbox, 'alive', { manager: 'lake-operator', finalizer: `${GROUP}/drain`, wrote, namespace: 'other' })
  },
  (sandbox, wrote) => {
    definition(sandbox, { group: GROUP, plural: 'ponds', kind: 'Pond' })
    namespace(sandbox, 'other')
    lake(sandbox, 'alive', { manager: 'lake-operator', finalizer: 'x/y', wrote, namespace: 'other', kind: 'Pond' })
  },
]

test('a write of a living object in another namespace, or of another type of the group, outweighs traces and silence', async () => {
  const trails: readonly [string, (sandbox: Sandbox) => void, wrote: number, readonly string[]][] = [
    ['an idle account', sandbox => bind(sandbox, 'lake-operator', ACCOUNT, MARKED), 4, UNKNOWN],
    ['an idle account', sandbox => bind(sandbox, 'lake-operator', ACCOUNT, MARKED), 30 * MINUTE, UNKNOWN],
    ['an idle account', sandbox => bind(sandbox, 'lake-operator', ACCOUNT, MARKED), 2 * HOUR, MISSING],
    ['a dangling binding', sandbox => bind(sandbox, 'lake-operator', ACCOUNT), 4, UNKNOWN],
    ['a dangling binding', sandbox => bind(sandbox, 'lake-operator', ACCOUNT), 30 * MINUTE, UNKNOWN],
    ['a dangling binding', sandbox => bind(sandbox, 'lake-operator', ACCOUNT), 2 * HOUR, MISSING],
    ['an account that is gone', sandbox => bindGone(sandbox), 30 * MINUTE, UNKNOWN],
    ['an account that is gone', sandbox => bindGone(sandbox), 2 * HOUR, MISSING],
    ['a Lease that lapsed since', ownLease, 30 * MINUTE, MISSING],
    [
      'a Lease of a tenant that lapsed since',
      sandbox => lease(sandbox, { renewed: 20 * MINUTE }),
      30 * MINUTE,
      UNKNOWN,
    ],
    ['a Lease that had lapsed', sandbox => lease(sandbox, { renewed: 3 * HOUR }), 30 * MINUTE, UNKNOWN],
    ['silence', () => {}, 30 * MINUTE, UNKNOWN],
    ['silence', () => {}, 2 * HOUR, MISSING],
  ]
  for (const [trail, leave, wrote, codes] of trails) {
    for (const [index, write] of ELSEWHERE.entries()) {
      const sandbox = setup()
      leave(sandbox)
      write(sandbox, wrote)
      assert.equal(await codesOf(sandbox), codes, `${trail} ${index} ${wrote}`)
    }
  }
})

test('a write after the deletion is told where the traces of an uninstall are of a former installation, with who may do everything', async () => {
  const release = { 'meta.helm.sh/release-name': 'lakes', 'meta.helm.sh/release-namespace': 'shop' }
  const trails: readonly [string, Lake, (sandbox: Sandbox) => void][] = [
    ['account', {}, bindGone],
    ['binding', {}, sandbox => bind(sandbox, 'lake-operator', ACCOUNT)],
    ['release', { annotations: release }, () => {}],
  ]
  for (const [trail, marks, leave] of trails) {
    // A binding called after nothing that the finalizer tells is no trace of it.
    const managers = trail === 'binding' ? ['lake-operator'] : ['lake-operator', 'manager']
    for (const [manager, wrote] of managers.flatMap(
      each =>
        [
          [each, MINUTE],
          [each, 40 * MINUTE],
        ] as const,
    )) {
      const sandbox = setup({ ...marks, deleted: 3 * HOUR, manager })
      leave(sandbox)
      namespace(sandbox, 'other')
      lake(sandbox, 'alive', { manager, finalizer: `${GROUP}/drain`, wrote, namespace: 'other' })
      bind(sandbox, 'suite', { kind: 'ServiceAccount', name: 'suite', namespace: 'shop' }, ALL)
      deployment(sandbox, 'shop', 'foundry', { serviceAccount: 'suite' })
      const { codes, causes } = await explained(sandbox)
      assert.equal(codes, UNKNOWN, `${trail} ${manager}`)
      const facts = causes[0]!.evidence.map(({ fact }) => fact).join('\n')
      assert.match(facts, new RegExp(`"${manager}" wrote or reported \\w+ ago, after the deletion`))
      assert.match(facts, 'deployment shop/foundry runs as shop/suite')
    }
  }
})

test('a writer whose name many programs have is not silent while any program writes its type elsewhere', async () => {
  const sandbox = setup({ manager: 'kubectl-create' })
  bind(sandbox, 'lake-operator', ACCOUNT, MARKED)
  assert.equal(await codesOf(sandbox), MISSING)
  ELSEWHERE[0]!(sandbox, 4)
  const { causes, codes } = await explained(sandbox)
  assert.equal(codes, UNKNOWN)
  // It never wrote this object (kyma-project/btp-manager#980).
  const facts = causes.flatMap(({ evidence }) => evidence.map(({ fact }) => fact)).join('\n')
  assert.match(facts, 'lake-operator" wrote other objects of the product')
  assert.not.match(facts, /^its writer has been silent/m)
})

test('what an object names as its controller is to be installed again (envoyproxy/gateway#1362)', async () => {
  const sandbox = setup()
  definition(sandbox, { group: GROUP, plural: 'seas', kind: 'Sea' })
  const crd = sandbox.get('apiextensions.k8s.io/v1', 'CustomResourceDefinition', `seas.${GROUP}`)!
  sandbox.put({ ...crd, spec: { ...(crd.spec as object), scope: 'Cluster' } })
  const marks = { manager: 'lake-operator', finalizers: [`${GROUP}/drain`], deleted: DAY, age: 2 * DAY }
  const remedies = async () => (await explained(sandbox)).causes.map(each => each.remedies[0]!.summary).join()
  assert.match(await remedies(), /^install the operator again/)
  const spec = { controllerName: 'example.com/lakes' }
  // Who may write an object of a namespace must not say what is to be installed.
  customResource(sandbox, { apiVersion: `${GROUP}/v1`, kind: 'Lake', namespace: 'shop', ...marks, name: 'w', spec })
  assert.match(await remedies(), /^install the operator again/)
  const sea = (name: string, spec: object) =>
    sandbox.put(
      {
        ...{ apiVersion: `${GROUP}/v1`, kind: 'Sea', spec },
        metadata: {
          ...{ name, finalizers: marks.finalizers },
          ...{ creationTimestamp: ago(sandbox, 2 * DAY), deletionTimestamp: ago(sandbox, DAY) },
        },
      },
      { manager: 'lake-operator' },
    )
  sea('w', spec)
  assert.match(await remedies(), 'install controller example.com/lakes again')
  sea('v', { controllerName: 'example.com/ponds' })
  assert.match(
    await remedies(),
    /install controller example.com\/lakes again.*,install controller example.com\/ponds again/,
  )
})

test('what a finalizer of a framework leaves to be installed again is no product of that name (karmada-io/karmada#5669)', async () => {
  const sandbox = setup()
  const type = { apiVersion: `${GROUP}/v1`, kind: 'Lake', namespace: 'shop', name: 'f' }
  const finalizers = [`lakes.${GROUP}/finalizer`]
  customResource(sandbox, { ...type, finalizers, manager: 'lake-operator', deleted: DAY, age: 2 * DAY })
  const remedies = (await explained(sandbox)).causes.map(each => each.remedies[0]!.summary)
  for (const remedy of remedies) assert.match(remedy, /^install the operator again/)
})

test('a type of the group that cannot be read may hold the write that breaks a silence, which is told', async () => {
  const hide = (sandbox: Sandbox) => {
    definition(sandbox, { group: GROUP, plural: 'ponds', kind: 'Pond' })
    sandbox.authorize = (_user, _verb, resource) => resource !== 'ponds' && resource !== `ponds.${GROUP}`
    return sandbox
  }
  const silent = await explained(hide(setup()))
  assert.equal(silent.codes, UNKNOWN)
  assert.ok(silent.causes[0]!.evidence.some(({ source }) => source === `ponds.${GROUP}`))
  const traces = setup()
  bind(traces, 'lake-operator', ACCOUNT)
  assert.equal(await codesOf(hide(traces)), MISSING)
})

test('an operator whose account was in a namespace that is being deleted is to be installed in another one', async () => {
  for (const isLeaving of [true, false]) {
    const sandbox = setup()
    namespace(sandbox, 'lakes', isLeaving ? { deleted: HOUR } : {})
    bindGone(sandbox)
    const cause = (await explained(sandbox)).causes.find(({ code }) => code === 'ControllerMissing')!
    assert.is(/in another namespace, because lakes is/.test(cause.remedies[0]!.summary), isLeaving)
  }
})

test('one that left nothing, and whose objects are in a namespace of its name that goes, cannot be installed there', async () => {
  const last =
    /in another namespace, because lakes is being deleted and nothing can be created in it; .*if it watches lakes/
  for (const [place, leaves] of [
    ['lakes', true],
    ['lakes', false],
    ['tenant', true],
  ] as const) {
    const sandbox = setup()
    namespace(sandbox, place, leaves ? { deleted: HOUR } : {})
    const finalizer = `${GROUP}/drain`
    lake(sandbox, 'own', { manager: 'lake-operator', finalizer, deleted: DAY, wrote: 2 * DAY, namespace: place })
    const cause = (await explained(sandbox)).causes.find(({ code }) => code === 'ControllerMissing')!
    assert.is(last.test(cause.remedies[0]!.summary), place === 'lakes' && leaves)
  }
})

test('one that left nothing, and whose objects came with its Helm release in a namespace that goes, neither', async () => {
  for (const [release, isHome] of [
    ['lake-operator', true],
    ['shop', false],
  ] as const) {
    const sandbox = setup()
    namespace(sandbox, 'tenant', { deleted: HOUR })
    const finalizer = `${GROUP}/drain`
    lake(sandbox, 'own', { manager: 'lake-operator', finalizer, deleted: DAY, wrote: 2 * DAY, namespace: 'tenant' })
    const object = sandbox.get(`${GROUP}/v1`, 'Lake', 'own', 'tenant')!
    const annotations = { 'meta.helm.sh/release-name': release, 'meta.helm.sh/release-namespace': 'tenant' }
    sandbox.put({ ...object, metadata: { ...object.metadata, annotations } })
    const cause = (await explained(sandbox)).causes.find(({ code }) => code === 'ControllerMissing')!
    assert.is(/in another namespace, because tenant/.test(cause.remedies[0]!.summary), isHome)
  }
})

test('an operator whose webhook is served in a namespace that is being deleted is to be installed in another one', async () => {
  const sandbox = setup()
  namespace(sandbox, 'lakes', { deleted: HOUR })
  sandbox.put({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: 'lake-operator' },
    webhooks: [
      {
        name: 'lakes.example.com',
        clientConfig: { service: { name: 'lake-operator', namespace: 'lakes' } },
        rules: [{ apiGroups: [GROUP], apiVersions: ['*'], resources: ['*'], operations: ['UPDATE'] }],
      },
    ],
  })
  const { causes } = await explained(sandbox)
  const missing = causes.find(({ code }) => code === 'ControllerMissing')
  assert.match(
    missing?.remedies[0]?.summary ?? causes.map(({ code }) => code).join(),
    /in another namespace, because lakes is/,
  )
})

test('a Helm release is gone when neither Secret nor ConfigMap records it, and both could be read', async () => {
  const annotations = { 'meta.helm.sh/release-name': 'lakes', 'meta.helm.sh/release-namespace': 'shop' }
  const released = () => setup({ annotations, deleted: 3, wrote: 10 * MINUTE })
  assert.equal(await codesOf(released()), MISSING)
  for (const kind of ['Secret', 'ConfigMap']) {
    const sandbox = released()
    const metadata = {
      name: 'sh.helm.release.v1.lakes.v2',
      namespace: 'shop',
      labels: { owner: 'helm', name: 'lakes' },
    }
    sandbox.put({ apiVersion: 'v1', kind, metadata })
    assert.equal(await codesOf(sandbox), UNKNOWN, kind)
    const hidden = released()
    hidden.authorize = (_user, _verb, resource) => resource !== `${kind.toLowerCase()}s`
    assert.equal(await codesOf(hidden), UNKNOWN, kind)
  }
})

test('a ClusterServiceVersion that is there is no trace of an uninstall', async () => {
  const labels = { 'operators.coreos.com/lakes.shop': '' }
  const sandbox = setup({ deleted: 3, wrote: 10 * MINUTE, labels })
  const olm = { group: 'operators.coreos.com', plural: 'clusterserviceversions', kind: 'ClusterServiceVersion' }
  definition(sandbox, olm)
  const metadata = { name: 'lakes.v1.0.0', namespace: 'shop', labels }
  sandbox.put({ apiVersion: `${olm.group}/v1`, kind: olm.kind, metadata })
  assert.equal(await codesOf(sandbox), UNKNOWN)
})

test('a webhook of the group whose Service is gone may be left of an uninstall: it is told, and proves nothing', async () => {
  const left = async (apiGroups: readonly string[], exists: boolean) => {
    const sandbox = setup({ deleted: 3, wrote: 10 * MINUTE })
    const server = { namespace: 'shop', name: 'lake-webhook' }
    if (exists) sandbox.put({ apiVersion: 'v1', kind: 'Service', metadata: server, spec: { ports: [{ port: 443 }] } })
    const rules = [{ apiGroups, apiVersions: ['*'], operations: ['CREATE'], resources: ['ponds'] }]
    sandbox.put({
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: 'lake' },
      webhooks: [{ name: 'v.lake.io', clientConfig: { service: server }, rules, sideEffects: 'None' }],
    })
    const { codes, causes } = await explained(sandbox)
    assert.equal(codes, UNKNOWN)
    const facts = causes[0]!.evidence.map(({ fact }) => fact)
    return [facts.some(each => each.includes('shop/lake-webhook, which does not exist')), facts.some(isWithoutTrace)]
  }
  const isWithoutTrace = (fact: string) => fact.includes('no trace of an uninstall was found')
  assert.equal(await left([GROUP], false), [true, false])
  assert.equal(await left([GROUP], true), [false, true])
  assert.equal(await left(['other.example'], false), [false, true])
  assert.equal(await left(['*'], false), [false, true])
})

test('an account whose token was used lately is that of an operator outside of the cluster, not a trace', async () => {
  const token = (lastUsed: string | undefined, account = 'lake-operator') => {
    const sandbox = setup()
    bind(sandbox, 'lake-operator', ACCOUNT, MARKED)
    namespace(sandbox, 'lakes')
    const labels = lastUsed === undefined ? {} : { 'kubernetes.io/legacy-token-last-used': lastUsed }
    const annotations = { 'kubernetes.io/service-account.name': account }
    const metadata = { name: 'token', namespace: 'lakes', labels, annotations }
    sandbox.put({ apiVersion: 'v1', kind: 'Secret', metadata, type: 'kubernetes.io/service-account-token' })
    return sandbox
  }
  const used = await explained(token('2026-01-15'))
  assert.equal(used.codes, UNKNOWN)
  assert.ok(used.causes[0]!.evidence.some(({ fact }) => fact.includes('lakes/lake-operator')))
  assert.equal(await codesOf(token('2026-01-14')), UNKNOWN)
  assert.equal(await codesOf(token('2025-11-01')), MISSING)
  assert.equal(await codesOf(token(undefined)), MISSING)
  assert.equal(await codesOf(token('2026-01-15', 'builder')), MISSING)
  const hidden = token('2025-11-01')
  hidden.authorize = (_user, _verb, resource) => resource !== 'secrets'
  const answer = await explained(hidden)
  assert.equal(answer.codes, UNKNOWN)
  assert.ok(answer.causes[0]!.evidence.some(({ source }) => source === 'secrets'))
})

test('a Lease that is held by a workload of this cluster is that workload’s, of whatever name', async () => {
  const sandbox = setup()
  bind(sandbox, 'lake-operator', ACCOUNT)
  deployment(sandbox, 'shop', 'lake-exporter', {})
  lease(sandbox, { name: 'lake-exporter', holder: 'lake-exporter-5d8f7c9b64-x2k4q_0f3e' })
  assert.equal(await codesOf(sandbox), MISSING)
})

test('a Lease is that of a manager by all its telling words, its name or the first label of the group, not by one common word', async () => {
  const leases: readonly [string, string, readonly string[]][] = [
    ['cloud-lake-hub', 'pond-hub-controller', MISSING],
    ['cloud-lake-hub', 'cloud-exporter', MISSING],
    ['cloud-lake-hub', 'cloud-lake-leader', UNKNOWN],
    ['cloud-lake-hub', 'cloud-lake-hub', UNKNOWN],
    ['cloud-lake-hub', 'outside-leader', UNKNOWN],
    ['lake-operator', 'lake-exporter', UNKNOWN],
    ['manager', 'outside-lock', UNKNOWN],
  ]
  for (const [manager, name, codes] of leases) {
    const sandbox = setup({ manager })
    bind(sandbox, 'lake-operator', ACCOUNT)
    lease(sandbox, { name })
    const { codes: found, causes } = await explained(sandbox)
    assert.equal(found, codes, `${manager} ${name}`)
    assert.is(
      causes[0]!.evidence.some(({ source }) => source === 'leases'),
      codes === UNKNOWN,
    )
  }
})

test('Leases that cannot be read prove nothing: what would be missing is unknown, and that is what lacks', async () => {
  const sandbox = setup()
  sandbox.authorize = (_user, _verb, resource) => !resource.startsWith('leases')
  const { codes, causes } = await explained(sandbox)
  assert.equal(codes, UNKNOWN)
  assert.ok(causes[0]!.evidence.some(({ source }) => source === 'leases.coordination.k8s.io'))
})

test('a controller that the catalogue knows to be no Pod is never missing', async () => {
  const finalizer = 'wrangler.cattle.io/on-helm-chart-remove'
  const chart = async (name: string) => {
    const sandbox = createSandbox({ clock: manualClock() })
    definition(sandbox, { group: 'helm.cattle.io', plural: 'helmcharts', kind: 'HelmChart' })
    namespace(sandbox, 'shop')
    const type = { apiVersion: 'helm.cattle.io/v1', kind: 'HelmChart', namespace: 'shop', name: 'traefik' }
    customResource(sandbox, { ...type, manager: 'deploy@server-0', finalizers: [name], deleted: DAY })
    return codesOf(sandbox)
  }
  assert.equal(await chart(finalizer), ['ControllerUnknown traefik'])
  assert.equal(await chart('helm.cattle.io/other'), ['ControllerMissing helmcharts.helm.cattle.io'])
})

test.run()
