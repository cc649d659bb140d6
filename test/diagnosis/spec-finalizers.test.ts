import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createCatalogue, withOwn } from '../../src/diagnosis/catalogue/catalogue.ts'
import { readCatalogueFile } from '../../src/diagnosis/catalogue/file.ts'
import { allRows } from '../../src/diagnosis/catalogue/rows.ts'
import { shippedCatalogue } from '../../src/diagnosis/catalogue/shipped.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { HOUR } from '../../src/sandbox/incidents/parts/time.ts'
import { deployment } from '../../src/sandbox/incidents/parts/workload.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'
import { ownRemedies } from './own-remedies.ts'
import { configMap, deleted } from './stuck-objects.ts'
import { configuration, service, webhook } from './webhook-configuration.ts'

const test = suite('another name in the spec of a Namespace')

const RBAC = 'rbac.authorization.k8s.io/v1'
const FINALIZER = 'tenancy.example.com/teardown'

/** A Namespace of these names that was deleted an hour ago. */
function setup(finalizers: readonly string[] = [FINALIZER]): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'old', { deleted: HOUR })
  const known = sandbox.get('v1', 'Namespace', 'old')!
  sandbox.put({ ...known, spec: { finalizers } })
  return sandbox
}

/** A controller that has no more right than to take its name off: on /finalize. */
function controller(sandbox: Sandbox, { replicas = 1, bound = true, role = true, workload = true } = {}): void {
  const name = 'tenancy-operator'
  namespace(sandbox, 'tenancy-system')
  sandbox.put({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace: 'tenancy-system' } })
  const rules = [
    { apiGroups: [''], resources: ['namespaces'], verbs: ['get', 'list', 'watch'] },
    { apiGroups: [''], resources: ['namespaces/finalize'], verbs: ['update'] },
  ]
  if (role) sandbox.put({ apiVersion: RBAC, kind: 'ClusterRole', metadata: { name }, rules })
  if (bound) {
    sandbox.put({
      apiVersion: RBAC,
      kind: 'ClusterRoleBinding',
      metadata: { name },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
      subjects: [{ kind: 'ServiceAccount', name, namespace: 'tenancy-system' }],
    })
  }
  if (workload) deployment(sandbox, 'tenancy-system', name, { replicas, serviceAccount: name })
}

test('of nobody known is ControllerUnknown by its name, beside what the content waits for', async () => {
  const sandbox = setup(['kubernetes', 'openshift.io/origin'])
  configMap(sandbox, 'old', 'held', deleted(sandbox, HOUR, 'example.com/hold'))
  const { causes, object } = await explained(sandbox)
  const own = causes.filter(({ subject }) => subject.name === 'old')
  assert.equal(
    own.map(({ code, finalizer }) => [code, finalizer]),
    [['ControllerUnknown', 'openshift.io/origin']],
  )
  assert.ok(own[0]!.evidence.some(({ fact }) => fact.includes('OpenShift')))
  assert.equal(
    object('Namespace', 'old').waitingFor.map(({ ref }) => ref.name),
    ['held'],
  )
})

test('whose controller runs with the right on /finalize alone is its own: neither missing nor forbidden', async () => {
  const sandbox = setup()
  controller(sandbox)
  const { codesOf, causes } = await explained(sandbox)
  assert.equal(codesOf('Namespace', 'old'), ['CleanupInProgress'])
  assert.is(causes[0]!.finalizer, FINALIZER)
})

test('whose controller is scaled down is ControllerUnhealthy', async () => {
  const sandbox = setup()
  controller(sandbox, { replicas: 0 })
  const { codesOf, causes } = await explained(sandbox)
  assert.equal(codesOf('Namespace', 'old'), ['ControllerUnhealthy'])
  assert.equal(causes[0]!.subject.name, 'tenancy-operator')
})

test('whose controller may not update /finalize any more is ControllerForbidden, by that right', async () => {
  const sandbox = setup()
  controller(sandbox, { bound: false })
  const text = `apiVersion: kubectl-finalize/v1
kind: Catalogue
project: Tenancy
controllers:
- name: tenancy-operator
  finalizers:
  - {name: ${FINALIZER}, kinds: [core/Namespace], cleans: The tenant., ifRemoved: The tenant stays., risk: high}`
  const { entries, rows } = readCatalogueFile(text, 'own.yaml')
  const own = entries.map(({ entry }) => ({ ...entry, from: 'user' as const }))
  const catalogue = withOwn(createCatalogue(own, allRows([rows])), shippedCatalogue())
  const { causes } = await explained(sandbox, { catalogue })
  const cause = causes.find(({ code }) => code === 'ControllerForbidden')!
  assert.ok(cause.evidence.some(({ fact }) => fact.endsWith('may not update namespaces/finalize')))
  const commands = ownRemedies(cause).flatMap(remedy => remedy.commands)
  assert.ok(commands.some(command => command.includes('can-i update namespaces --subresource finalize --as')))
})

test('whose controller was uninstalled is ControllerMissing, with a removal of just that name', async () => {
  const sandbox = setup([FINALIZER, 'kubernetes'])
  controller(sandbox, { workload: false, role: false })
  const { causes } = await explained(sandbox)
  const cause = causes.find(({ code }) => code === 'ControllerMissing')!
  assert.is(cause.finalizer, FINALIZER)
  const removal = ownRemedies(cause).find(({ kind }) => kind === 'remove')!
  assert.equal(removal.commands, [`kubectl finalize remove namespaces/old --finalizer ${FINALIZER}`])
})

test('whose removal by /finalize a webhook denies is RequestDenied, whatever its controller says', async () => {
  const sandbox = setup()
  controller(sandbox)
  service(sandbox, 'guard')
  const resources = ['namespaces/finalize']
  const rules = [{ apiGroups: [''], apiVersions: ['*'], resources, operations: ['UPDATE'] }]
  namespace(sandbox, 'guard-system')
  configuration(sandbox, 'guard', [webhook('guard.example.com', { rules })])
  sandbox.admission.push({
    name: 'guard.example.com',
    phase: 'validating',
    resources,
    operations: ['UPDATE'],
    review: ({ object }) =>
      (object!.spec as { finalizers?: string[] }).finalizers?.includes(FINALIZER)
        ? { allowed: true }
        : { allowed: false, message: 'ask the tenant', code: 403 },
  })
  const { codesOf, causes } = await explained(sandbox)
  assert.equal(codesOf('Namespace', 'old'), ['RequestDenied'])
  assert.match(causes[0]!.summary, 'ask the tenant')
})

test('that the metadata have as well is one finalizer, and is told once', async () => {
  const sandbox = setup()
  const known = sandbox.get('v1', 'Namespace', 'old')!
  sandbox.put({ ...known, metadata: { ...known.metadata, finalizers: [FINALIZER] } })
  assert.equal((await explained(sandbox)).codesOf('Namespace', 'old'), ['ControllerUnknown'])
})

test.run()
