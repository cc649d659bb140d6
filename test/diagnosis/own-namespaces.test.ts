import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { HOUR } from '../../src/sandbox/incidents/parts/time.ts'
import { deployment } from '../../src/sandbox/incidents/parts/workload.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'

const test = suite('the namespace of an operator')

const GROUP = 'lake.example.com'
const RBAC = 'rbac.authorization.k8s.io'
const SERVICE = { namespace: 'home', name: 'lake-operator' }

type Meta = { readonly annotations?: Record<string, string>; readonly labels?: Record<string, string> }

/** A lake whose finalizer was written by a Deployment's name, which is scaled to zero in the namespace `home`, and has no right. */
function setup(marks: Meta = {}, home = 'home'): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  definition(sandbox, { group: GROUP, plural: 'lakes', kind: 'Lake', ...marks })
  namespace(sandbox, 'shop')
  namespace(sandbox, 'home')
  deployment(sandbox, home, 'lake-operator', { replicas: 0 })
  customResource(sandbox, {
    apiVersion: `${GROUP}/v1`,
    kind: 'Lake',
    namespace: 'shop',
    name: 'w',
    manager: 'lake-operator',
    finalizers: [`${GROUP}/drain`],
    deleted: HOUR,
  })
  return sandbox
}

function role(sandbox: Sandbox, name: string, metadata: Meta = {}, resources = ['lakes', 'lakes/status']): void {
  const rules = [{ apiGroups: [GROUP], resources, verbs: ['patch'] }]
  sandbox.put({ apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name, ...metadata }, rules })
}

function bound(sandbox: Sandbox, name: string, to: string): void {
  const subjects = [{ kind: 'ServiceAccount', name: 'another', namespace: 'home' }]
  const roleRef = { apiGroup: RBAC, kind: 'ClusterRole', name: to }
  sandbox.put({ apiVersion: `${RBAC}/v1`, kind: 'ClusterRoleBinding', metadata: { name }, roleRef, subjects })
}

function webhook(sandbox: Sandbox, apiGroups: readonly string[], service: object = SERVICE): void {
  sandbox.put({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: 'lakes' },
    webhooks: [
      {
        name: 'lakes.example.com',
        failurePolicy: 'Ignore',
        clientConfig: { service },
        rules: [{ apiGroups, apiVersions: ['*'], resources: ['*'], operations: ['CREATE'] }],
      },
    ],
  })
}

/** A webhook that the API server calls through itself: it is the aggregated API of another group, served by this Service. */
function webhookOfApi(sandbox: Sandbox, service: object): void {
  webhook(sandbox, [GROUP], { namespace: 'default', name: 'kubernetes', path: '/apis/admission.example.com/v1/lakes' })
  sandbox.put({
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: 'v1.admission.example.com' },
    spec: { group: 'admission.example.com', version: 'v1', service },
    status: { conditions: [{ type: 'Available', status: 'True' }] },
  })
}

/** Whether a command is printed that starts the Deployment. */
async function isStarted(sandbox: Sandbox): Promise<boolean> {
  const { causes } = await explained(sandbox)
  assert.equal(
    causes.map(({ code, verdict }) => [code, verdict]),
    [['ControllerUnhealthy', 'unknown']],
  )
  const commands = causes[0]!.remedies.flatMap(each => each.commands)
  return commands.includes('kubectl scale deployment/lake-operator -n home --replicas=1')
}

test('is its own by each cluster-scoped object that says so, and then its workload may be started', async () => {
  const helm = { 'meta.helm.sh/release-name': 'lakes', 'meta.helm.sh/release-namespace': 'home' }
  const cases: readonly [string, Meta, (sandbox: Sandbox) => void][] = [
    ['the release of the CRD', { annotations: helm }, () => {}],
    ['the label of OLM on the CRD', { labels: { 'operators.coreos.com/lakes.home': '' } }, () => {}],
    ['the release of a ClusterRole', {}, sandbox => role(sandbox, 'any', { annotations: helm })],
    [
      'the label of OLM on a ClusterRole',
      {},
      sandbox => role(sandbox, 'any', { labels: { 'olm.owner.namespace': 'home' } }),
    ],
    ['the name of a ClusterRole', {}, sandbox => role(sandbox, 'home-manager')],
    ['the binding of another account there', {}, sandbox => [role(sandbox, 'any'), bound(sandbox, 'any', 'any')]],
    [
      'the binding of a role for the status alone that is called as the product',
      {},
      sandbox => [role(sandbox, 'lake-manager', {}, ['lakes/status']), bound(sandbox, 'lake-manager', 'lake-manager')],
    ],
    ['a binding whose role is gone', {}, sandbox => bound(sandbox, 'lake-manager', 'lake-manager')],
    ['a webhook for the group', {}, sandbox => webhook(sandbox, [GROUP])],
    ['the APIService of such a webhook', {}, sandbox => webhookOfApi(sandbox, SERVICE)],
  ]
  for (const [what, marks, arrange] of cases) {
    const sandbox = setup(marks)
    arrange(sandbox)
    assert.ok(await isStarted(sandbox), what)
  }
})

test('is not known by a workload’s name, by another group’s webhook, or by a RoleBinding', async () => {
  const cases: readonly [string, (sandbox: Sandbox) => void][] = [
    ['nothing', () => {}],
    ['a webhook for another group', sandbox => webhook(sandbox, ['pond.example.com'])],
    ['a webhook for everything', sandbox => webhook(sandbox, ['*'])],
    ['a ClusterRole of another name', sandbox => role(sandbox, 'lake-manager')],
    [
      'the binding of a role for the status alone',
      sandbox => [role(sandbox, 'reporter', {}, ['lakes/status']), bound(sandbox, 'reporter', 'reporter')],
    ],
    [
      'the binding of a role that reads the type and writes its status',
      sandbox => {
        const read = { apiGroups: [GROUP], resources: ['lakes'], verbs: ['get', 'list', 'watch'] }
        const write = { apiGroups: [GROUP], resources: ['lakes/status'], verbs: ['patch'] }
        sandbox.put({
          apiVersion: `${RBAC}/v1`,
          kind: 'ClusterRole',
          metadata: { name: 'reporter' },
          rules: [read, write],
        })
        bound(sandbox, 'reporter', 'reporter')
      },
    ],
    ['the binding of a role that is gone, of another name', sandbox => bound(sandbox, 'pond', 'pond')],
    [
      'a RoleBinding of the namespace',
      sandbox => {
        const subjects = [{ kind: 'ServiceAccount', name: 'another', namespace: 'home' }]
        const roleRef = { apiGroup: RBAC, kind: 'ClusterRole', name: 'any' }
        role(sandbox, 'any')
        const metadata = { name: 'any', namespace: 'home' }
        sandbox.put({ apiVersion: `${RBAC}/v1`, kind: 'RoleBinding', metadata, roleRef, subjects })
      },
    ],
  ]
  for (const [what, arrange] of cases) {
    const sandbox = setup()
    arrange(sandbox)
    assert.not.ok(await isStarted(sandbox), what)
  }
})

test('is not `default`, where the API server calls a webhook through itself', async () => {
  const sandbox = setup({}, 'default')
  webhookOfApi(sandbox, { namespace: 'elsewhere', name: 'lakes' })
  const commands = (await explained(sandbox)).causes.flatMap(({ remedies }) => remedies.flatMap(each => each.commands))
  assert.ok(commands.every(command => !command.includes('scale deployment/lake-operator -n default')))
})

test('a forged ClusterServiceVersion makes an operator that was uninstalled unknown, and no more', async () => {
  const label = 'operators.coreos.com/lakes.home'
  for (const [isForged, expected] of [
    [false, 'ControllerMissing'],
    [true, 'ControllerUnknown'],
  ] as const) {
    const sandbox = createSandbox({ clock: manualClock() })
    definition(sandbox, { group: GROUP, plural: 'lakes', kind: 'Lake', labels: { [label]: '' } })
    definition(sandbox, {
      group: 'operators.coreos.com',
      plural: 'clusterserviceversions',
      kind: 'ClusterServiceVersion',
    })
    namespace(sandbox, 'shop')
    const made = { apiVersion: `${GROUP}/v1`, kind: 'Lake', namespace: 'shop', name: 'w', manager: 'lake-operator' }
    customResource(sandbox, { ...made, finalizers: [`${GROUP}/drain`], deleted: HOUR / 2 })
    if (isForged) {
      const metadata = { name: 'forged', namespace: 'shop', labels: { [label]: '' } }
      sandbox.put({ apiVersion: 'operators.coreos.com/v1', kind: 'ClusterServiceVersion', metadata })
    }
    const { causes } = await explained(sandbox)
    assert.equal(
      causes.map(({ code }) => code),
      [expected],
    )
  }
})

test.run()
