import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { whenAnswered } from '../../src/diagnosis/answered.ts'
import { isNamed, mentions, namedWorkloads } from '../../src/diagnosis/catalogue/named-workload.ts'
import { knownOutside, outsideOf } from '../../src/diagnosis/catalogue/outside.ts'
import { shippedCatalogue } from '../../src/diagnosis/catalogue/shipped.ts'
import { waysOut } from '../../src/diagnosis/catalogue/ways-out.ts'
import { FactBook } from '../../src/diagnosis/facts.ts'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { deployment } from '../../src/sandbox/incidents/parts/workload.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'

const test = suite('what the catalogue knows of workloads, places and ways out')

const catalogue = shippedCatalogue()
const namesOf = (finalizer: string, resource: string) => namedWorkloads(catalogue.find(finalizer, resource), resource)

test('a workload is named only where the entry is of the kind and gives names, not words', () => {
  assert.equal(namesOf('ingress.k8s.aws/resources', 'ingresses.networking.k8s.io'), ['aws-load-balancer-controller'])
  assert.equal(namesOf('longhorn.io', 'volumes.longhorn.io'), ['longhorn-manager'])
  assert.equal(namesOf('finalizers.fluxcd.io', 'gitrepositories.source.toolkit.fluxcd.io'), ['source-controller'])
  assert.equal(namesOf('ingress.k8s.aws/resources', 'pods'), [])
  assert.equal(namesOf('kopf.zalando.org/KopfFinalizerMarker', 'namespaces'), [])
  assert.equal(namesOf('service.kubernetes.io/load-balancer-cleanup', 'services'), [])
  assert.equal(namesOf('nobody.example.com/knows', 'pods'), [])
})

test('a name counts alone or behind that of a release, and is mentioned anywhere between hyphens', () => {
  const known = ['source-controller']
  assert.equal(
    ['source-controller', 'flux-source-controller', 'source-controller-x7', 'resource-controller'].map(name => [
      isNamed(name, known),
      mentions(name, known),
    ]),
    [
      [true, true],
      [true, true],
      [false, true],
      [false, false],
    ],
  )
})

test('every way out that sets nothing has commands, none with a place to fill in, and each has its source', () => {
  const all = new Set(
    catalogue
      .all()
      .flatMap(({ finalizer, kinds }) => kinds.flatMap(kind => waysOut(catalogue.rows.waysOut, finalizer, kind))),
  )
  assert.ok(all.size > 5)
  for (const way of all) {
    assert.ok(way.set !== undefined || (way.commands ?? []).length > 0, way.project)
    assert.not(
      (way.commands ?? []).some(command => /[<{$]/.test(command)),
      way.project,
    )
    assert.ok(way.source !== '' && way.summary !== '')
  }
})

test('entries of the catalogue say where their controller runs, those of one provider only are asked of the cluster', () => {
  assert.is(catalogue.find('wrangler.cattle.io/on-helm-chart-remove')?.controller.outside?.runs, 'server')
  assert.is(catalogue.find('cert-manager.io/x')?.controller.outside, undefined)
  assert.is(knownOutside(catalogue.rows.outside, 'karpenter.sh/termination', ['core/Node']), undefined)
  const facts = new FactBook({ now: new Date(), types: [], unknownGroups: new Set() }, new Map())
  whenAnswered(() => outsideOf(catalogue.rows.outside, 'karpenter.sh/termination', 'nodes', facts))
  assert.is(facts.missing.size, 1)
  const hidden = new FactBook({ now: new Date(), types: [], unknownGroups: new Set(['eks.amazonaws.com']) }, new Map())
  assert.is(
    (outsideOf(catalogue.rows.outside, 'karpenter.sh/termination', 'nodes', hidden) as { runs: string }).runs,
    'elsewhere',
  )
})

const ALL_BUT_DELETE = '["Observe","Create","Update","LateInitialize"]'

test('a command for each object names it; a setting is told only of objects that lack it', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'apps')
  const types = [
    { group: 'argoproj.io', plural: 'applications', kind: 'Application' },
    { group: 'aws.example', plural: 'buckets', kind: 'Bucket' },
  ]
  for (const type of types) definition(sandbox, type)
  const put = (group: string, kind: string, name: string, finalizer: string, spec: Record<string, unknown>) => {
    const given = { apiVersion: `${group}/v1`, kind, namespace: 'apps', name, manager: 'keeper', deleted: 3600, spec }
    customResource(sandbox, { ...given, finalizers: [finalizer] })
  }
  put('argoproj.io', 'Application', 'web', 'resources-finalizer.argocd.argoproj.io', {})
  const managed = 'finalizer.managedresource.crossplane.io'
  put('aws.example', 'Bucket', 'kept', managed, { deletionPolicy: 'Orphan' })
  put('aws.example', 'Bucket', 'lost', managed, { deletionPolicy: 'Delete' })
  put('aws.example', 'Bucket', 'modern', managed, { managementPolicies: ['*'] })
  put('aws.example', 'Bucket', 'both', managed, { deletionPolicy: 'Delete', managementPolicies: ['Observe', 'Delete'] })
  put('aws.example', 'Bucket', 'watched', managed, { deletionPolicy: 'Orphan', managementPolicies: ['Observe'] })
  deployment(sandbox, 'apps', 'keeper')
  const RBAC = 'rbac.authorization.k8s.io'
  const metadata = { name: 'keeper' }
  const rules = [
    { apiGroups: types.map(({ group }) => group), resources: types.map(({ plural }) => plural), verbs: ['*'] },
  ]
  sandbox.put({ apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata, rules })
  const roleRef = { apiGroup: RBAC, kind: 'ClusterRole', name: 'keeper' }
  const subjects = [{ kind: 'ServiceAccount', namespace: 'apps', name: 'default' }]
  sandbox.put({ apiVersion: `${RBAC}/v1`, kind: 'ClusterRoleBinding', metadata, roleRef, subjects })
  const { causes } = await explained(sandbox)
  const commands = causes
    .flatMap(({ remedies }) => remedies.filter(({ kind }) => kind === 'repair'))
    .flatMap(each => each.commands)
  assert.equal(commands.toSorted(), [
    'argocd app delete apps/web --cascade=false',
    `kubectl patch buckets.aws.example both -n apps --type=merge -p '{"spec":{"managementPolicies":${ALL_BUT_DELETE}}}'`,
    `kubectl patch buckets.aws.example lost -n apps --type=merge -p '{"spec":{"deletionPolicy":"Orphan"}}'`,
    `kubectl patch buckets.aws.example modern -n apps --type=merge -p '{"spec":{"managementPolicies":${ALL_BUT_DELETE}}}'`,
  ])
})

test('a setting that lets it go comes before a removal that was all that was left, which then has to override that', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  const group = 'kappctrl.k14s.io'
  definition(sandbox, { group, plural: 'apps', kind: 'App' })
  namespace(sandbox, 'team', { deleted: 3600 })
  operator(sandbox, { name: 'kapp-controller', group, plural: 'apps' })
  const put = (noopDelete: boolean) =>
    customResource(sandbox, {
      apiVersion: `${group}/v1`,
      kind: 'App',
      namespace: 'team',
      name: 'web',
      manager: 'kapp-controller',
      deleted: 3600,
      finalizers: ['finalizers.kapp-ctrl.k14s.io/delete'],
      spec: { serviceAccountName: 'deployer', ...(noopDelete && { noopDelete }) },
    })
  const remedies = async () => {
    const { causes } = await explained(sandbox)
    const cause = causes.find(({ code }) => code === 'ReferenceMissing')!
    return cause.remedies.map(({ kind, commands }) => [kind, ...commands])
  }
  const remove =
    'kubectl finalize remove apps.kappctrl.k14s.io/web -n team --finalizer finalizers.kapp-ctrl.k14s.io/delete'
  const rescue = ['inspect', 'kubectl finalize rescue namespaces/team --dry-run=client']
  put(false)
  assert.equal(await remedies(), [
    ['repair', `kubectl patch apps.kappctrl.k14s.io web -n team --type=merge -p '{"spec":{"noopDelete":true}}'`],
    rescue,
    ['remove', `${remove} --override RepairFirst`],
  ])
  put(true)
  assert.equal(await remedies(), [rescue, ['remove', remove]])
})

test('what an object says already is to stay is not to be deleted by mending the error (GoogleCloudPlatform/k8s-config-connector#145)', async () => {
  const remedies = async (policy: string) => {
    const sandbox = createSandbox({ clock: manualClock() })
    const group = 'resourcemanager.cnrm.cloud.google.com'
    definition(sandbox, { group, plural: 'folders', kind: 'Folder' })
    namespace(sandbox, 'team')
    operator(sandbox, { name: 'cnrm-controller-manager', group, plural: 'folders' })
    const ready = { type: 'Ready', status: 'False', reason: 'DeleteFailed', message: 'Error 400: not empty' }
    const made = customResource(sandbox, {
      ...{
        apiVersion: `${group}/v1`,
        kind: 'Folder',
        namespace: 'team',
        name: 'a',
        manager: 'cnrm-controller-manager',
      },
      ...{ deleted: 3600, finalizers: ['cnrm.cloud.google.com/finalizer'], status: { conditions: [ready] } },
    })
    const annotations = { 'cnrm.cloud.google.com/deletion-policy': policy }
    sandbox.put({ ...made, metadata: { ...made.metadata, annotations } })
    const [cause] = (await explained(sandbox)).causes
    return [
      cause!.code,
      ...cause!.remedies.map(({ kind, risk, commands }) => `${kind} ${risk} ${commands[0]!.slice(8, 16)}`),
    ]
  }
  const last = ['inspect none finalize', 'remove high finalize']
  assert.equal(await remedies('abandon'), ['CleanupFailing', 'inspect none describe', ...last])
  const offered = ['repair none describe', 'repair medium annotate', ...last]
  assert.equal(await remedies('delete'), ['CleanupFailing', ...offered])
})

test('a controller that by its status gave up is asked to try again after the repair (gardener/gardener#2778, argoproj/argo-workflows#16894)', async () => {
  let isPart = true
  const remedies = async (name: string, group: string, kind: string, finalizer: string, status: object) => {
    const sandbox = createSandbox({ clock: manualClock() })
    const plural = `${kind.toLowerCase()}s`
    definition(sandbox, { group, plural, kind })
    const crd = sandbox.get('apiextensions.k8s.io/v1', 'CustomResourceDefinition', `${plural}.${group}`)!
    const spec = crd.spec as { versions: readonly object[] }
    const versions = spec.versions.map(each => ({ ...each, ...(!isPart && { subresources: {} }) }))
    sandbox.put({ ...crd, spec: { ...spec, versions } })
    namespace(sandbox, 'team')
    operator(sandbox, { name, group, plural })
    const object = { apiVersion: `${group}/v1`, kind, namespace: 'team', name: 'a', manager: name, deleted: 3600 }
    customResource(sandbox, { ...object, finalizers: [finalizer], status: { lastError: 'quota exceeded', ...status } })
    const [cause] = (await explained(sandbox)).causes
    const repairs = cause!.remedies.filter(each => each.kind === 'repair')
    return repairs.map(({ summary, commands }) => {
      const [before, then] = summary.split('; ')
      return [before?.slice(0, 12), then?.slice(0, 22), commands[0]!.split(' a ')[1]]
    })
  }
  const shoot = (state: string) =>
    remedies('gardener-controller-manager', 'core.gardener.cloud', 'Shoot', 'gardener', {
      lastOperation: { type: 'Delete', state },
    })
  const asked = ['fix what the', 'by its status the cont', '-n team']
  const again = ['fix what the', 'the controller then tr', '-n team']
  const retry = ['Gardener: Ga', undefined, '-n team gardener.cloud/operation=retry --overwrite']
  assert.equal(await shoot('Failed'), [asked, retry])
  assert.equal(await shoot('Error'), [again])
  const run = (OnWorkflowDeletion: boolean) =>
    remedies('workflow-controller', 'argoproj.io', 'Workflow', 'workflows.argoproj.io/artifact-gc', {
      artifactGCStatus: { strategiesProcessed: { OnWorkflowDeletion } },
    })
  // Without it, a server leaves the status as it is.
  const clear = `-n team --type=merge -p '{"status":{"artifactGCStatus":null}}'`
  assert.equal(await run(true), [asked, ['Argo Workflo', 'with this, once a fail', `--subresource=status ${clear}`]])
  isPart = false
  assert.equal(await run(true), [asked, ['Argo Workflo', 'with this, once a fail', clear]])
  assert.equal(await run(false), [again])
})

test('what uninstalls a product is offered after the repair of a controller that is only missing (rancher/rancher#19529)', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  const group = 'source.toolkit.fluxcd.io'
  definition(sandbox, { group, plural: 'gitrepositories', kind: 'GitRepository' })
  namespace(sandbox, 'team')
  customResource(sandbox, {
    ...{
      apiVersion: `${group}/v1`,
      kind: 'GitRepository',
      namespace: 'team',
      name: 'web',
      manager: 'source-controller',
    },
    ...{ deleted: 2 * 3600, finalizers: ['finalizers.fluxcd.io'] },
  })
  const [cause] = (await explained(sandbox)).causes
  assert.is(cause?.code, 'ControllerMissing')
  assert.equal(
    cause!.remedies.map(({ kind, commands }) => [kind, commands[0]?.split(' ')[0]]),
    [
      ['repair', undefined],
      ['repair', 'flux'],
      ['remove', 'kubectl'],
    ],
  )
})

test.run()
