import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { ago, DAY, HOUR, MINUTE } from '../../src/sandbox/incidents/parts/time.ts'
import { deployment } from '../../src/sandbox/incidents/parts/workload.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { statusResponse } from '../sandbox/fault-answers.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'
import { ownRemedies } from './own-remedies.ts'
import { servedLogs } from './pod-logs.ts'

const test = suite('a controller that runs and lacks a verb')

const GROUP = 'lakes.example.com'
const FINALIZER = `${GROUP}/water`
const RBAC = 'rbac.authorization.k8s.io'
const ACCOUNT = 'service account lake-system/lake-operator'
const ALL = ['get', 'list', 'watch', 'update', 'patch']
const STATUS = rule(['lakes/status'], ['update', 'patch'])

interface Rule {
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  readonly verbs: readonly string[]
  readonly resourceNames?: readonly string[]
}

function rule(resources: readonly string[], verbs: readonly string[], resourceNames?: readonly string[]): Rule {
  return { apiGroups: [GROUP], resources, verbs, ...(resourceNames && { resourceNames }) }
}

/** Binds the operator's account to a role of these rules. */
function bind(sandbox: Sandbox, name: string, rules: readonly Rule[], place?: string): void {
  const [role, binding] = place === undefined ? ['ClusterRole', 'ClusterRoleBinding'] : ['Role', 'RoleBinding']
  const metadata = { name, ...(place !== undefined && { namespace: place }) }
  sandbox.put({ apiVersion: `${RBAC}/v1`, kind: role, metadata, rules })
  const roleRef = { apiGroup: RBAC, kind: role, name }
  const subjects = [{ kind: 'ServiceAccount', name: 'lake-operator', namespace: 'lake-system' }]
  sandbox.put({ apiVersion: `${RBAC}/v1`, kind: binding, metadata, roleRef, subjects })
}

/** A lake that was deleted an hour ago, and its operator, which is ready and whose account has these rules. */
function setup(rules: readonly Rule[], { operation = 'Update', status = {}, replicas = 1 } = {}): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  definition(sandbox, { group: GROUP, plural: 'lakes', kind: 'Lake' })
  namespace(sandbox, 'shop')
  namespace(sandbox, 'lake-system')
  sandbox.put({
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'lake-operator', namespace: 'lake-system' },
  })
  deployment(sandbox, 'lake-system', 'lake-operator', { serviceAccount: 'lake-operator', replicas })
  bind(sandbox, 'lake-manager', rules)
  const lake = customResource(sandbox, {
    apiVersion: `${GROUP}/v1`,
    kind: 'Lake',
    namespace: 'shop',
    name: 'blue',
    manager: 'lake-operator',
    finalizers: [FINALIZER],
    deleted: HOUR,
    status,
  })
  const managedFields = lake.metadata.managedFields!.map(entry => ({ ...entry, operation }))
  sandbox.put({ ...lake, metadata: { ...lake.metadata, managedFields } })
  return sandbox
}

const commandsOf = async (sandbox: Sandbox) =>
  ownRemedies((await explained(sandbox)).causes[0]!)
    .filter(({ kind }) => kind === 'repair')
    .flatMap(({ commands }) => commands)

test('is suspected, with the missing verb by name, and only that is granted', async () => {
  for (const [held, missing] of [
    ['update', 'patch'],
    ['patch', 'update'],
  ] as const) {
    const sandbox = setup([rule(['lakes'], ['get', 'list', 'watch', held, 'deletecollection']), STATUS])
    const { causes, object } = await explained(sandbox)
    const [cause] = causes
    assert.equal([causes.length, cause!.code, cause!.subject.name], [1, 'ControllerForbidden', 'lake-operator'])
    assert.is(object('Lake', 'blue').verdict, 'unknown')
    assert.is(cause!.evidence[0]!.fact, `${ACCOUNT} may not ${missing} lakes.${GROUP}`)
    const facts = cause!.evidence.map(({ fact }) => fact).join('\n')
    assert.ok(facts.includes(`clusterrolebinding/lake-manager allows to ${held} these objects`), facts)
    const [grant] = await commandsOf(sandbox)
    assert.ok(grant!.endsWith(`--verb ${missing} --resource lakes.${GROUP}`), grant)
    const looks = ownRemedies(cause!).filter(({ kind }) => kind === 'inspect')
    const commands = looks.flatMap(each => each.commands)
    assert.ok(commands.some(command => command.includes(`can-i ${missing} lakes.${GROUP} --as`)))
    const removal = ownRemedies(cause!).at(-1)!
    assert.match(removal.commands[0]!, '--override ControllerAlive,RepairFirst')
  }
})

test('that applied the finalizer patches: the update it lacks is not suspected, the patch is', async () => {
  const rules = (verb: string) => [rule(['lakes'], ['get', 'list', 'watch', verb]), STATUS]
  const options = { operation: 'Apply' }
  assert.equal((await explained(setup(rules('patch'), options))).codes, ['CleanupInProgress blue'])
  assert.equal((await explained(setup(rules('update'), options))).codes, ['ControllerForbidden lake-operator'])
})

test('and lacks none is not suspected, however the rules say so', async () => {
  const ways: readonly (readonly Rule[])[] = [
    [rule(['lakes'], ALL), STATUS],
    [rule(['lakes', '*/status'], ['*'])],
    [rule(['*'], ['*']), rule(['lakes'], ['patch'])],
    // By names: this one is named.
    [rule(['lakes'], ALL, ['blue', 'red']), STATUS],
    [rule(['lakes'], ['get', 'list', 'watch', 'update']), rule(['lakes'], ['patch'], ['blue']), STATUS],
  ]
  for (const rules of ways) {
    assert.equal((await explained(setup(rules))).codes, ['CleanupInProgress blue'], JSON.stringify(rules))
  }
  const inTwo = setup([rule(['lakes'], ['get', 'list', 'watch', 'update']), STATUS])
  bind(inTwo, 'lake-patcher', [rule(['lakes'], ['patch'])], 'shop')
  assert.equal((await explained(inTwo)).codes, ['CleanupInProgress blue'])
  // By a binding of all accounts, which no reading of its own bindings shows.
  const byAll = setup([rule(['lakes'], ['get', 'list', 'watch', 'update']), STATUS])
  const metadata = { name: 'everybody' }
  const roleRef = { apiGroup: RBAC, kind: 'ClusterRole', name: 'everybody' }
  byAll.put({ apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata, rules: [rule(['lakes'], ['patch'])] })
  const subjects = [{ kind: 'Group', apiGroup: RBAC, name: 'system:serviceaccounts' }]
  byAll.put({ apiVersion: `${RBAC}/v1`, kind: 'ClusterRoleBinding', metadata, roleRef, subjects })
  assert.equal((await explained(byAll)).codes, ['CleanupInProgress blue'])
})

test('is suspected by what rules only seem to give: other names, another namespace, a star behind the type', async () => {
  const reads = rule(['lakes'], ['get', 'list', 'watch', 'update'])
  const ways: readonly [readonly Rule[], string][] = [
    [[reads, STATUS, rule(['lakes'], ['patch'], ['red'])], `patch lakes.${GROUP}`],
    [[rule(['lakes', 'lakes/*'], ALL)], `update or patch lakes.${GROUP}/status`],
    [[rule(['lakes'], ALL), rule(['lakes/status'], ['update'])], `patch lakes.${GROUP}/status`],
    [[rule(['lakes'], ['update', 'patch', 'deletecollection']), STATUS], `get, list or watch lakes.${GROUP}`],
    [[rule(['lakes'], ['get', 'update', 'patch']), STATUS], `list or watch lakes.${GROUP}`],
  ]
  for (const [rules, missing] of ways) {
    const { causes, codes } = await explained(setup(rules))
    assert.equal(codes, ['ControllerForbidden lake-operator'], JSON.stringify(rules))
    assert.is(causes[0]!.evidence[0]!.fact, `${ACCOUNT} may not ${missing}`)
  }
  // Who may change others alone has its name only.
  assert.equal((await explained(setup([rule(['lakes'], ALL, ['red']), STATUS]))).codes, [
    'ControllerForbidden lake-operator',
  ])
  const elsewhere = setup([reads, STATUS])
  bind(elsewhere, 'lake-patcher', [rule(['lakes'], ['patch'])], 'lake-system')
  assert.equal((await explained(elsewhere)).codes, ['ControllerForbidden lake-operator'])
})

test('is granted each right by a role of its own where the verbs differ', async () => {
  const commands = await commandsOf(setup([rule(['lakes'], ['get', 'list', 'watch', 'update'])]))
  // A binding of its own command behind each: flags of this run are added to commands one by one.
  const roles = commands.filter(command => command.includes(' --verb '))
  assert.ok(commands.every(command => !command.includes('&&')))
  assert.equal(
    roles.map(command => / --verb (\S+) --resource (\S+)/.exec(command)!.slice(1)),
    [
      ['patch', `lakes.${GROUP}`],
      ['update,patch', `lakes.${GROUP}/status`],
    ],
  )
  const names = roles.map(command => /create role (\S+)/.exec(command)![1])
  assert.is(new Set(names).size, 2)
})

test('that does not see the deletion is granted the watch where it has its other rights: in the whole cluster, or here', async () => {
  const blind = [rule(['lakes'], ['get', 'update', 'patch']), STATUS]
  const [everywhere] = await commandsOf(setup(blind))
  assert.match(everywhere!, /create clusterrole \S+ --verb list,watch --resource/)
  const here = setup([rule(['lakes/finalizers'], ['update'])])
  bind(here, 'lake-manager', blind, 'shop')
  const [inShop] = await commandsOf(here)
  assert.match(inShop!, /create role \S+ -n shop --verb list,watch --resource/)
})

test('is granted nothing where only users of a namespace tie it to the type', async () => {
  const sandbox = setup([])
  bind(sandbox, 'lake-manager', [rule(['lakes'], ['get', 'list', 'watch', 'update']), STATUS], 'shop')
  const { causes, codes } = await explained(sandbox)
  assert.equal(codes, ['ControllerForbidden lake-operator'])
  assert.equal(await commandsOf(sandbox), [])
  assert.ok(causes[0]!.evidence.some(({ fact }) => fact.includes('no ClusterRoleBinding lets')))
})

test('is forbidden for sure where it may do neither, and then too is granted only what is missing', async () => {
  const sandbox = setup([rule(['lakes'], ['get', 'list', 'watch', 'delete']), STATUS, rule(['rivers'], ['update'])])
  const { codes, object } = await explained(sandbox)
  assert.equal([codes, object('Lake', 'blue').verdict], [['ControllerForbidden lake-operator'], 'stuck'])
  const [grant] = await commandsOf(sandbox)
  assert.ok(grant!.endsWith(` --verb update,patch --resource lakes.${GROUP},lakes.${GROUP}/finalizers`), grant)
})

test('is not suspected where it reports an error, the CRD has no status to be written, or roles could not be read', async () => {
  const condition = { type: 'Ready', status: 'False', reason: 'DeleteFailed', message: 'the dam is closed' }
  const failing = setup([rule(['lakes'], ['get', 'list', 'watch', 'update']), STATUS], {
    status: { conditions: [{ ...condition, lastTransitionTime: '2026-01-15T11:30:00Z' }] },
  })
  assert.equal((await explained(failing)).codes, ['CleanupFailing blue'])

  const plain = setup([rule(['lakes'], ALL)])
  const crd = plain.get('apiextensions.k8s.io/v1', 'CustomResourceDefinition', `lakes.${GROUP}`) as never as {
    spec: { versions: object[] }
  }
  plain.put({
    ...crd,
    spec: { ...crd.spec, versions: crd.spec.versions.map(each => ({ ...each, subresources: {} })) },
  } as never)
  assert.equal((await explained(plain)).codes, ['CleanupInProgress blue'])

  const hidden = setup([rule(['lakes'], ['get', 'list', 'watch', 'update']), STATUS])
  hidden.onRequest = ({ path }) =>
    path.endsWith('/rolebindings') ? statusResponse(403, { reason: 'Forbidden' }) : undefined
  assert.equal((await explained(hidden)).codes, ['CleanupInProgress blue'])
})

test('a patch that who may update lacks is not suspected where its log has lines since the deletion and no refusal', async () => {
  const told = async (seconds: number, lines: readonly string[], { verb = 'update', fails = '' } = {}) => {
    const sandbox = setup([rule(['lakes'], ['get', 'list', 'watch', verb]), STATUS], { replicas: 2 })
    const { logs } = servedLogs(sandbox)
    for (const [index, { metadata: pod }] of sandbox.server.store.list('pods').entries()) {
      const log = { lines: lines.map(line => `${ago(sandbox, seconds)} ${line}`) }
      logs.set(`lake-system/${pod.name}/app`, index === 0 && fails !== '' ? { lines: [], fails } : log)
    }
    return (await explained(sandbox)).causes.map(({ code, verdict }) => `${code} ${verdict}`).join()
  }
  const suspected = 'ControllerForbidden unknown'
  const works = 'level=info msg="Starting workers" controller=lake'
  const refused = (right: string) =>
    `E0115 11:59:00.000000 1 lake.go:100] failed: User "system:serviceaccount:lake-system:lake-operator" cannot ${right}`
  assert.is(await told(MINUTE, [works]), 'CleanupInProgress unknown')
  assert.is(await told(MINUTE, []), suspected, 'an empty log')
  assert.is(await told(DAY, [works]), suspected, 'nothing since the deletion')
  assert.is(await told(MINUTE, [works], { fails: 'the node is gone' }), suspected, 'one of two logs is not read')
  assert.is(await told(MINUTE, [works], { verb: 'patch' }), suspected, 'an update is what it lacks')
  const another = refused('delete resource "secrets" in API group ""')
  assert.is(await told(MINUTE, [works, another]), suspected, 'it was refused something')
  const patch = refused(`patch resource "lakes" in API group "${GROUP}"`)
  assert.is(await told(MINUTE, [works, patch]), 'ControllerForbidden stuck', 'it was refused the patch')
})

test.run()
