import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { ObjectMeta } from '../../src/api/object.ts'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { HOUR } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { type Explained, explained } from './explained.ts'
import { configMap, deleted } from './stuck-objects.ts'

const test = suite('inventories')

interface Product {
  readonly group: string
  readonly plural: string
  readonly kind: string
  readonly finalizer: string
}

const ARGO: Product = {
  group: 'argoproj.io',
  plural: 'applications',
  kind: 'Application',
  finalizer: 'resources-finalizer.argocd.argoproj.io',
}
const FLUX: Product = {
  group: 'kustomize.toolkit.fluxcd.io',
  plural: 'kustomizations',
  kind: 'Kustomization',
  finalizer: 'finalizers.fluxcd.io',
}
const HELM: Product = { ...FLUX, group: 'helm.toolkit.fluxcd.io', plural: 'helmreleases', kind: 'HelmRelease' }
const OCM: Product = {
  group: 'work.open-cluster-management.io',
  plural: 'appliedmanifestworks',
  kind: 'AppliedManifestWork',
  finalizer: 'cluster.open-cluster-management.io/applied-manifest-work-cleanup',
}
const VELA: Product = {
  group: 'core.oam.dev',
  plural: 'resourcetrackers',
  kind: 'ResourceTracker',
  finalizer: 'resourcetracker.core.oam.dev/finalizer',
}
const ACME: Product = {
  group: 'acme.example.com',
  plural: 'stacks',
  kind: 'Stack',
  finalizer: 'acme.example.com/stack',
}

interface Parts {
  readonly spec?: Record<string, unknown>
  readonly status?: Record<string, unknown>
  readonly annotations?: Record<string, string>
}

/** A cluster with the product and its operator, and in namespace `shop` a ConfigMap that is held and one that nobody deletes. */
function setup(product: Product, replicas = 1): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  const { group, plural, kind } = product
  definition(sandbox, { group, plural, kind })
  operator(sandbox, { name: `${plural}-operator`, group, plural, replicas })
  for (const name of ['shop', 'tools']) namespace(sandbox, name)
  configMap(sandbox, 'shop', 'held', deleted(sandbox, HOUR, 'example.com/hold'))
  configMap(sandbox, 'shop', 'alive')
  configMap(sandbox, 'shop', 'unlisted', deleted(sandbox, HOUR, 'example.com/other'))
  return sandbox
}

function put(sandbox: Sandbox, product: Product, { spec = {}, status = {}, annotations }: Parts, name = 'app') {
  const { group, plural, kind, finalizer } = product
  const made = customResource(sandbox, {
    apiVersion: `${group}/v1`,
    kind,
    namespace: 'tools',
    name,
    manager: `${plural}-operator`,
    finalizers: [finalizer],
    deleted: HOUR,
    spec,
    status,
  })
  const metadata: ObjectMeta = { ...made.metadata, ...(annotations && { annotations }) }
  return sandbox.put({ ...made, metadata })
}

const argo = (name: string, more: object = {}) => ({
  version: 'v1',
  kind: 'ConfigMap',
  namespace: 'shop',
  name,
  ...more,
})
const HERE = { destination: { server: 'https://kubernetes.default.svc', namespace: 'shop' } }

const edges = ({ object }: Explained, kind: string, name = 'app'): string[] =>
  object(kind, name)
    .waitingFor.map(({ ref, reason }) => `${reason} ${ref.name}`)
    .toSorted()

test('every form of an inventory: what is held is waited for, and holds what lists it', async () => {
  const id = { id: 'shop_held__ConfigMap', v: 'v1' }
  const gone = { id: 'shop_gone__ConfigMap', v: 'v1' }
  const shapes: readonly [Product, Parts][] = [
    [ARGO, { spec: HERE, status: { resources: [argo('held'), argo('gone')] } }],
    [ARGO, { spec: { destination: { name: 'in-cluster' } }, status: { resources: [argo('held')] } }],
    [
      FLUX,
      { spec: { prune: true, deletionPolicy: 'WaitForTermination' }, status: { inventory: { entries: [id, gone] } } },
    ],
    [HELM, { status: { inventory: { entries: [id] } } }],
    [
      OCM,
      {
        status: {
          appliedResources: [{ group: '', version: 'v1', resource: 'configmaps', namespace: 'shop', name: 'held' }],
        },
      },
    ],
    [
      VELA,
      {
        spec: { managedResources: [{ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'held', raw: {} }] },
      },
    ],
    [
      ACME,
      { status: { managedResources: [{ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'held' }] } },
    ],
    [ACME, { status: { inventory: { entries: [id] } } }],
    [
      ACME,
      {
        status: {
          components: { refs: [{ group: '', version: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'held' }] },
        },
      },
    ],
  ]
  for (const [product, parts] of shapes) {
    const sandbox = setup(product)
    put(sandbox, product, parts)
    const answer = await explained(sandbox)
    const text = JSON.stringify(parts)
    assert.equal(edges(answer, product.kind), ['Owned held'], text)
    assert.is(answer.object(product.kind, 'app').verdict, 'waiting', text)
    assert.equal(answer.codesOf(product.kind, 'app'), ['ControllerUnknown'], text)
    const [cause] = answer.causes.filter(({ finalizer }) => finalizer === 'example.com/hold')
    assert.equal(cause!.blocks.map(({ name }) => name).toSorted(), ['app', 'held'], text)
  }
})

test('what a known product has not deleted yet is waited for too, but for what it leaves alone', async () => {
  const sandbox = setup(ARGO)
  const option = (value: string) => ({ annotations: { 'argocd.argoproj.io/sync-options': value } })
  configMap(sandbox, 'shop', 'kept', option('Prune=true,Delete=false'))
  configMap(sandbox, 'shop', 'pruned', option('Prune=false'))
  configMap(sandbox, 'shop', 'helm', { annotations: { 'helm.sh/resource-policy': 'keep' } })
  put(sandbox, ARGO, { spec: HERE, status: { resources: ['alive', 'kept', 'pruned', 'helm'].map(name => argo(name)) } })
  const answer = await explained(sandbox)
  assert.equal(edges(answer, 'Application'), ['Owned alive', 'Owned pruned'])
  // Nothing of it is being deleted: that is its controller's turn.
  assert.equal(answer.codesOf('Application', 'app'), ['CleanupInProgress'])
})

test('what it lists and is not being deleted is told beside its error, with what that says of itself', async () => {
  const sandbox = setup(ARGO)
  const failed = { type: 'DeletionError', message: 'Operation cannot be fulfilled', status: 'True' }
  const other = { group: ARGO.group, kind: 'Application', namespace: 'tools', name: 'other', version: 'v1' }
  customResource(sandbox, {
    apiVersion: `${ARGO.group}/v1`,
    kind: 'Application',
    namespace: 'tools',
    name: 'other',
    manager: 'argocd',
    status: { conditions: [{ type: 'InvalidSpecError', message: 'no such project', status: 'True' }] },
  })
  put(sandbox, ARGO, { spec: HERE, status: { conditions: [failed], resources: [other, argo('held')] } })
  const { causes } = await explained(sandbox)
  const facts = causes.find(({ code }) => code === 'CleanupFailing')!.evidence.map(({ fact }) => fact)
  assert.is(facts.filter(fact => fact.startsWith('Application other ') && fact.includes('no such project')).length, 1)
  assert.not.ok(facts.some(fact => fact.startsWith('ConfigMap held')))
})

test('what a known product lists and could not be read is all that is said: nothing is to be restarted', async () => {
  const sandbox = setup(ARGO)
  put(sandbox, ARGO, { spec: HERE, status: { resources: [argo('alive')] } })
  sandbox.authorize = (user, verb, resource) => user.name !== 'reader' || resource !== 'configmaps' || verb === 'watch'
  const { causes, object } = await explained(sandbox, { user: 'reader' })
  const ids = object('Application', 'app').causes
  const [cause] = causes.filter(({ id }) => ids.includes(id))
  assert.is(cause!.code, 'ControllerUnknown')
  assert.match(cause!.evidence[0]!.fact, /configmaps .*could not be read/)
  assert.equal(
    cause!.remedies.map(({ kind }) => kind),
    ['inspect'],
  )
})

test('what is in another cluster, of another uid, or not to be deleted is no edge', async () => {
  const entries = { inventory: { entries: [{ id: 'shop_held__ConfigMap', v: 'v1' }] } }
  const innocent: readonly [Product, Parts][] = [
    [ARGO, { spec: { destination: { server: 'https://10.0.0.1:6443' } }, status: { resources: [argo('held')] } }],
    [ARGO, { spec: { destination: { name: 'edge-1' } }, status: { resources: [argo('held')] } }],
    [FLUX, { spec: { prune: true, kubeConfig: { secretRef: { name: 'k' } } }, status: entries }],
    [FLUX, { spec: { prune: true, suspend: true }, status: entries }],
    [FLUX, { spec: { prune: true, deletionPolicy: 'Orphan' }, status: entries }],
    [FLUX, { spec: { prune: false }, status: entries }],
    [
      OCM,
      {
        status: {
          appliedResources: [
            { group: '', version: 'v1', resource: 'configmaps', namespace: 'shop', name: 'held', uid: 'x' },
          ],
        },
      },
    ],
    [
      VELA,
      {
        spec: {
          managedResources: [
            { cluster: 'edge-1', apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'held' },
          ],
        },
      },
    ],
    [ACME, { spec: { clusterRef: { name: 'edge' } }, status: { resources: [argo('held')] } }],
    [ACME, { status: { resources: [argo('alive')] } }],
    [ACME, { status: { targets: [argo('held')], conditions: [argo('held')] } }],
    [ACME, { status: { resources: [{ kind: 'ConfigMap', name: 'held' }] } }],
  ]
  for (const [product, parts] of innocent) {
    const sandbox = setup(product)
    put(sandbox, product, parts)
    const answer = await explained(sandbox)
    assert.equal(edges(answer, product.kind), [], JSON.stringify(parts))
    assert.not.ok(answer.codesOf(product.kind, 'app').includes('ControllerUnknown'), JSON.stringify(parts))
  }
})

test('a Kustomization that need not wait keeps its own cause, and one without a controller too', async () => {
  const sandbox = setup(FLUX)
  put(sandbox, FLUX, { spec: { prune: true }, status: { inventory: { entries: [{ id: 'shop_held__ConfigMap' }] } } })
  const answer = await explained(sandbox)
  assert.equal(edges(answer, 'Kustomization'), ['Owned held'])
  assert.ok(answer.codesOf('Kustomization', 'app').includes('CleanupInProgress'))
  const down = setup(ARGO, 0)
  put(down, ARGO, { spec: HERE, status: { resources: [argo('held')] } })
  assert.ok((await explained(down)).codesOf('Application', 'app').includes('ControllerUnhealthy'))
})

test('what an operator that is installed again would delete, and nobody has, is told after what keeps it (fluxcd/kustomize-controller#666)', async () => {
  const causeOf = async (prune: boolean, name: string) => {
    const sandbox = createSandbox({ clock: manualClock() })
    definition(sandbox, FLUX)
    for (const name of ['shop', 'tools']) namespace(sandbox, name)
    configMap(sandbox, 'shop', 'held', deleted(sandbox, HOUR, 'example.com/hold'))
    configMap(sandbox, 'shop', 'alive')
    put(sandbox, FLUX, { spec: { prune }, status: { inventory: { entries: [{ id: `shop_${name}__ConfigMap` }] } } })
    return (await explained(sandbox)).causes.find(({ code }) => code === 'ControllerMissing')!
  }
  const repairs = async (prune: boolean, name: string) =>
    (await causeOf(prune, name)).remedies.flatMap(({ kind, risk, summary }) =>
      kind === 'repair' ? [`${risk} ${summary}`] : [],
    )
  const [uninstall, install] = await repairs(true, 'alive')
  assert.match(uninstall!, /^high Flux: /)
  assert.match(install!, /^high install Flux again.*The controller then first deletes .*: ConfigMap shop\/alive$/)
  for (const [prune, name] of [
    [false, 'alive'],
    [true, 'held'],
  ] as const)
    assert.match((await repairs(prune, name))[0]!, /^low install Flux again.* by itself$/)
})

test('a role with colons in its name is found by its id', async () => {
  const sandbox = setup(HELM)
  const metadata = { name: 'shop:reader', ...deleted(sandbox, HOUR, 'example.com/hold') }
  sandbox.put({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata })
  put(sandbox, HELM, {
    status: { inventory: { entries: [{ id: '_shop__reader_rbac.authorization.k8s.io_ClusterRole' }] } },
  })
  assert.equal(edges(await explained(sandbox), 'HelmRelease'), ['Owned shop:reader'])
})

test('what is marked as made by it is waited for, whether the list has it or not', async () => {
  const marks: readonly [Product, Parts, Partial<ObjectMeta>][] = [
    [HELM, {}, { labels: { 'helm.toolkit.fluxcd.io/name': 'app', 'helm.toolkit.fluxcd.io/namespace': 'tools' } }],
    [ARGO, { spec: HERE }, { annotations: { 'argocd.argoproj.io/tracking-id': 'app:/ConfigMap:shop/marked' } }],
    [ARGO, { spec: HERE }, { annotations: { 'argocd.argoproj.io/tracking-id': 'tools_app:/ConfigMap:shop/marked' } }],
  ]
  for (const [product, parts, mark] of marks) {
    const sandbox = setup(product)
    configMap(sandbox, 'shop', 'marked', { ...deleted(sandbox, HOUR, 'example.com/hold'), ...mark })
    configMap(sandbox, 'shop', 'copied', {
      ...deleted(sandbox, HOUR, 'example.com/hold'),
      annotations: mark.annotations ?? {},
    })
    put(sandbox, product, parts)
    assert.equal(edges(await explained(sandbox), product.kind), ['Owned marked'], JSON.stringify(mark))
  }
  const remote = setup(ARGO)
  const annotations = { 'argocd.argoproj.io/tracking-id': 'app:/ConfigMap:shop/marked' }
  configMap(remote, 'shop', 'marked', { ...deleted(remote, HOUR, 'example.com/hold'), annotations })
  put(remote, ARGO, { spec: { destination: { server: 'https://10.0.0.1:6443' } } })
  assert.equal(edges(await explained(remote), 'Application'), [])
})

test('a confirmation that Argo CD waits for: Paused, and the command gives it', async () => {
  const parts = { spec: HERE, status: { resources: [argo('alive', { requiresDeletionConfirmation: true })] } }
  const sandbox = setup(ARGO)
  put(sandbox, ARGO, parts)
  const answer = await explained(sandbox)
  const cause = answer.causes.find(({ code }) => code === 'Paused')!
  assert.is(cause.subject.name, 'app')
  assert.is(answer.object('Application', 'app').verdict, 'stuck')
  assert.match(
    cause.remedies[0]!.commands[0]!,
    /^kubectl annotate applications.argoproj.io app -n tools argocd.argoproj.io\/deletion-approved=\S+Z --overwrite$/,
  )
  const approved = setup(ARGO)
  const time = approved.clock.now().toISOString()
  put(approved, ARGO, { ...parts, annotations: { 'argocd.argoproj.io/deletion-approved': time } })
  assert.not.ok((await explained(approved)).codes.includes('Paused app'))
  const gone = setup(ARGO)
  put(gone, ARGO, { spec: HERE, status: { resources: [argo('gone', { requiresDeletionConfirmation: true })] } })
  assert.not.ok((await explained(gone)).codes.includes('Paused app'))
})

test('the number of reads does not grow with the inventories', async () => {
  const counted = async (apps: number) => {
    const sandbox = setup(ARGO)
    for (let index = 0; index < apps; index += 1) {
      namespace(sandbox, `n-${index}`)
      configMap(sandbox, `n-${index}`, 'mine')
      put(
        sandbox,
        ARGO,
        { spec: HERE, status: { resources: [{ ...argo('mine'), namespace: `n-${index}` }] } },
        `app-${index}`,
      )
    }
    let count = 0
    sandbox.onRequest = ({ method, path }) => {
      // The dry runs of removals have a bound of their own.
      if (method === 'GET' && !path.includes('/applications/')) count += 1
      return undefined
    }
    const answer = await explained(sandbox)
    assert.equal(edges(answer, 'Application', `app-${apps - 1}`), ['Owned mine'])
    return count
  }
  // Of more than can be tried, the webhooks and policies that choose which are read once: seven lists.
  assert.ok((await counted(60)) <= (await counted(12)) + 7)
})

test('what may not be read is said, and is no edge', async () => {
  const sandbox = setup(ARGO)
  sandbox.authorize = (_user, verb, resource) => verb !== 'list' || resource !== 'configmaps'
  put(sandbox, ARGO, { spec: HERE, status: { resources: [argo('held')] } })
  const answer = await explained(sandbox)
  assert.equal(edges(answer, 'Application'), [])
  assert.is(answer.object('Application', 'app').verdict, 'unknown')
})

test.run()
