import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { deployment } from '../../src/sandbox/incidents/parts/workload.ts'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { marksOf, storedRelease } from '../operations/preflight/stored-release.ts'
import { runIn } from './run-in.ts'
import { asYaml, cluster, configMap, targetsIn } from './shop-cluster.ts'

const test = suite('operator NAME as the target of a deletion')

const RBAC = 'rbac.authorization.k8s.io'
const GROUP = 'example.com'

interface Given {
  readonly account?: string
  readonly namespace?: string
  readonly plural?: string
  readonly kind?: 'ClusterRoleBinding' | 'RoleBinding'
}

/** The role of a controller for widgets, bound to an account that is there. */
function grant(sandbox: Sandbox, given: Given = {}): void {
  const { account = 'widgets', namespace = 'shop', plural = 'widgets', kind = 'ClusterRoleBinding' } = given
  const name = `${account}-${plural}`
  const role = { apiGroup: RBAC, kind: 'ClusterRole', name }
  sandbox.put({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: account, namespace } })
  sandbox.put({
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRole',
    metadata: { name },
    rules: [{ apiGroups: [GROUP], resources: [plural, `${plural}/status`], verbs: ['update', 'patch'] }],
  })
  sandbox.put({
    apiVersion: `${RBAC}/v1`,
    kind,
    metadata: { name, ...(kind === 'RoleBinding' && { namespace }) },
    roleRef: role,
    subjects: [{ kind: 'ServiceAccount', name: account, namespace }],
  })
}

function widget(sandbox: Sandbox, name: string, namespace: string, annotations?: Readonly<Record<string, string>>) {
  const put = customResource(sandbox, {
    apiVersion: `${GROUP}/v1`,
    kind: 'Widget',
    namespace,
    name,
    finalizers: [`${GROUP}/cleanup`],
    manager: 'widgets',
  })
  if (annotations !== undefined) sandbox.put({ ...put, metadata: { ...put.metadata, annotations } })
}

/** Widgets in two namespaces, and a Deployment. */
function withWidgets(
  marks: { readonly annotations?: Record<string, string>; readonly labels?: Record<string, string> } = {},
) {
  const stage = cluster()
  const { sandbox } = stage
  sandbox.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'other' } })
  definition(sandbox, { group: GROUP, plural: 'widgets', kind: 'Widget', ...marks })
  widget(sandbox, 'one', 'shop')
  widget(sandbox, 'two', 'other')
  deployment(sandbox, 'shop', 'widgets', { serviceAccount: 'widgets' })
  return stage
}

const WIDGETS = ['Widget/one', 'Widget/two']

async function planned(stage: ReturnType<typeof cluster>, words: readonly string[]) {
  const args = ['delete', 'operator', ...words, '-n', 'shop', '--dry-run=client', '-o', 'json']
  const { code, stdout, stderr } = await runIn(stage, args)
  const { steps = [] } = stdout === '' ? {} : JSON.parse(stdout)
  const told = steps.map(
    ({ group, ref, result }: { group: number; ref: { kind: string; name: string }; result: string }) =>
      `${group} ${ref.kind}/${ref.name} ${result}`,
  )
  return { code, stderr, told: told.toSorted(), guard: steps[0]?.guard }
}

test('a Deployment: the objects of the CRD that its role names go first, in all namespaces; the CRD stays', async () => {
  const stage = withWidgets()
  grant(stage.sandbox)
  // Without a finalizer nothing but the order of an operator parts it from the Deployment.
  stage.sandbox.put({ apiVersion: `${GROUP}/v1`, kind: 'Widget', metadata: { name: 'free', namespace: 'shop' } })
  const { code, told, stderr } = await planned(stage, ['widgets'])
  assert.equal(
    [code, ...told],
    [0, '1 Widget/one planned', '1 Widget/two planned', '2 Widget/free planned', '3 Deployment/widgets planned'],
    stderr,
  )
  assert.match(
    stderr,
    /note: operator widgets is Deployment shop\/widgets, which serves widgets\.example\.com \(3 objects\)/,
  )
  const withDefinition = await planned(stage, ['widgets', 'crd/widgets.example.com'])
  assert.is(withDefinition.told.at(-1), '4 CustomResourceDefinition/widgets.example.com planned')
  const { names } = await targetsIn(stage, ['operator', 'example.com'])
  assert.equal(names, ['Deployment/widgets', 'Widget/free', ...WIDGETS])
})

test('a role of a namespace, one that another install has too, and one for a CRD of another, prove nothing', async () => {
  const confined = withWidgets()
  grant(confined.sandbox, { kind: 'RoleBinding' })
  assert.match((await targetsIn(confined, ['operator', 'widgets'])).stderr, /^error: nothing proves which CRDs/)
  const shared = withWidgets()
  grant(shared.sandbox)
  grant(shared.sandbox, { account: 'second', namespace: 'other', kind: 'RoleBinding' })
  const { code, stderr } = await targetsIn(shared, ['operator', 'widgets'])
  assert.is(code, 1)
  assert.match(stderr, /^error: widgets\.example\.com is not served by .+ alone: serviceaccount other\/second .+\n$/)
  const foreign = withWidgets({ annotations: marksOf('another', 'other').annotations })
  grant(foreign.sandbox)
  assert.match((await targetsIn(foreign, ['operator', 'widgets'])).stderr, /^error: nothing proves which CRDs/)
})

test('an object of the operator that belongs to another release is refused by name', async () => {
  const stage = withWidgets()
  grant(stage.sandbox)
  widget(stage.sandbox, 'theirs', 'other', marksOf('blue', 'other').annotations)
  const { code, guard } = await planned(stage, ['widgets'])
  assert.equal([code, guard], [3, 'BelongsToOthers'])
})

test('a Helm release: its objects without claims, those of its CRD before; a Deployment of its name is a part of it', async () => {
  const own = marksOf('widgets', 'shop')
  const stage = withWidgets({ annotations: own.annotations })
  const { sandbox } = stage
  const claim = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data', namespace: 'shop', ...own },
  }
  const parts = [
    configMap('settings', own),
    claim,
    { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'widgets' } },
  ]
  for (const each of parts.slice(0, 2)) sandbox.put(each)
  deployment(sandbox, 'shop', 'widgets', { serviceAccount: 'widgets', annotations: own.annotations })
  sandbox.put(storedRelease({ name: 'widgets', namespace: 'shop', manifest: asYaml(...parts) }))
  const { told, stderr } = await planned(stage, ['widgets'])
  assert.equal(told.slice(0, 2), ['1 Widget/one planned', '1 Widget/two planned'], stderr)
  assert.equal(told.slice(2), ['2 ConfigMap/settings planned', '2 Deployment/widgets planned'])
  assert.match(stderr, /left alone: persistentvolumeclaims\/data \(deleted only when it is named\)/)
})

test('an OLM Subscription: it, its version, and the objects of what that owns and OLM has marked', async () => {
  const stage = withWidgets({ labels: { 'operators.coreos.com/widgets-package.shop': '' } })
  const { sandbox } = stage
  const group = 'operators.coreos.com'
  for (const kind of ['Subscription', 'ClusterServiceVersion'])
    definition(sandbox, { group, plural: `${kind.toLowerCase()}s`, kind, version: 'v1alpha1' })
  definition(sandbox, { group: GROUP, plural: 'others', kind: 'Other' })
  const labels = { 'operators.coreos.com/widgets-package.shop': '' }
  definition(sandbox, { group: GROUP, plural: 'thirds', kind: 'Third', labels })
  for (const kind of ['Other', 'Third'])
    sandbox.put({ apiVersion: `${GROUP}/v1`, kind, metadata: { name: 'left', namespace: 'shop' } })
  const apiVersion = `${group}/v1alpha1`
  const owned = ['widgets.example.com', 'others.example.com'].map(name => ({ name }))
  sandbox.put({
    apiVersion,
    kind: 'ClusterServiceVersion',
    metadata: { name: 'widgets.v1', namespace: 'shop' },
    spec: { customresourcedefinitions: { owned } },
  })
  const subscription = { apiVersion, kind: 'Subscription', metadata: { name: 'sub', namespace: 'shop' } }
  sandbox.put({ ...subscription, spec: { name: 'widgets-package' } })
  assert.match((await targetsIn(stage, ['operator', 'sub'])).stderr, /^error: .+ has no status\.installedCSV/)
  const put = { ...subscription, spec: { name: 'widgets-package' }, status: { installedCSV: 'widgets.v1' } }
  sandbox.put({ ...put, metadata: { ...put.metadata, name: 'widgets-sub' } })
  const { names, stderr } = await targetsIn(stage, ['operator', 'widgets-sub'])
  assert.equal(names, ['ClusterServiceVersion/widgets.v1', 'Subscription/widgets-sub', ...WIDGETS], stderr)
})

test('a name of several is a wrong command line that says which there are; one of nothing is an error', async () => {
  const stage = withWidgets()
  grant(stage.sandbox)
  stage.sandbox.put(storedRelease({ name: 'widgets', namespace: 'shop', manifest: '' }))
  const ambiguous = await targetsIn(stage, ['operator', 'widgets'])
  assert.match(ambiguous.stderr, /specify operator helm\/widgets or operator deployment\/widgets\n$/)
  const { names } = await targetsIn(stage, ['operator', 'deployment/widgets'])
  assert.equal(names, ['Deployment/widgets', ...WIDGETS])
  const { code, stderr } = await targetsIn(stage, ['operator', 'nothing'])
  assert.is(code, 1)
  assert.match(stderr, /^error: operator "nothing" not found: .+ in namespace shop, and no CRD of such an API group\n$/)
})

test('the type operators of a server is named by its plural, by a slash, or by its group', async () => {
  const stage = cluster()
  definition(stage.sandbox, { group: 'operators.coreos.com', plural: 'operators', kind: 'Operator' })
  stage.sandbox.put({
    apiVersion: 'operators.coreos.com/v1',
    kind: 'Operator',
    metadata: { name: 'x', namespace: 'shop' },
  })
  for (const words of [['operators', 'x'], ['operator/x'], ['operator.operators.coreos.com', 'x']])
    assert.equal((await targetsIn(stage, words)).names, ['Operator/x'], words.join(' '))
  assert.match((await targetsIn(stage, ['operator', 'x'])).stderr, /^error: operator "x" not found/)
})

async function withNewWidget(isHeld: boolean) {
  const stage = withWidgets()
  grant(stage.sandbox)
  const args = ['delete', 'operator', 'widgets', '-n', 'shop', '--override', 'WouldGetStuck']
  const dry = await runIn(stage, [...args, '--dry-run=client', '-o', 'json'])
  const objects = JSON.parse(dry.stdout).steps.length
  const typed = () => {
    widget(stage.sandbox, 'three', 'other')
    const three = stage.sandbox.get('example.com/v1', 'Widget', 'three', 'other')!
    if (!isHeld) stage.sandbox.put({ ...three, metadata: { ...three.metadata, finalizers: [] } })
    return String(objects)
  }
  const { code, stdout, stderr } = await runIn(stage, args, { typed })
  return { code, said: stdout + stderr, one: stage.sandbox.get('example.com/v1', 'Widget', 'one', 'shop') }
}

test('an object of the operator that came after the look keeps the operator, and its siblings', async () => {
  const { code, said, one } = await withNewWidget(true)
  assert.is(code, 3, said)
  assert.match(said, 'widgets.example.com/three')
  assert.is(one?.metadata.deletionTimestamp, undefined)
})

test('one without a finalizer, as reports that an operator writes all the time, keeps nothing', async () => {
  const { said, one } = await withNewWidget(false)
  assert.not.match(said, 'widgets.example.com/three')
  assert.is.not(one?.metadata.deletionTimestamp, undefined)
})

test.run()
