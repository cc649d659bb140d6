import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { storedRelease } from '../operations/preflight/stored-release.ts'
import { asYaml, cluster, configMap, targetsIn } from './shop-cluster.ts'

const test = suite('what Argo CD and Flux list as the objects of a deletion')

/** Marks of Argo CD on an object, by its tracking id. */
const tracked = (name: string, id = `web:/ConfigMap:shop/${name}`, more: object = {}) => ({
  annotations: { 'argocd.argoproj.io/tracking-id': id, ...more },
})

function application(
  sandbox: Sandbox,
  name: string,
  more: { spec?: object; finalizers?: readonly string[]; namespace?: string } = {},
): void {
  const resource = { version: 'v1', kind: 'ConfigMap', namespace: 'shop' }
  sandbox.put({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: {
      name,
      namespace: more.namespace ?? 'argocd',
      finalizers: more.finalizers ?? ['resources-finalizer.argocd.argoproj.io'],
    },
    spec: { destination: { server: 'https://kubernetes.default.svc', namespace: 'shop' }, ...more.spec },
    status: {
      resources: [
        ...['own', 'kept', 'other', 'gone', 'labelled'].map(each => ({ ...resource, name: each })),
        { ...resource, name: 'hook', hook: true },
        { group: 'example.com', version: 'v1', kind: 'Unicorn', name: 'u' },
        null,
        { kind: 'ConfigMap' },
      ],
    },
  })
}

function argoCluster() {
  const stage = cluster()
  const { sandbox } = stage
  sandbox.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'argocd' } })
  definition(sandbox, { group: 'argoproj.io', plural: 'applications', kind: 'Application', version: 'v1alpha1' })
  sandbox.put({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'argocd-application-controller' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'argocd-application-controller' },
    subjects: [{ kind: 'ServiceAccount', name: 'argocd-application-controller', namespace: 'argocd' }],
  })
  sandbox.put(configMap('own', tracked('own')))
  sandbox.put(configMap('kept', tracked('kept', undefined, { 'argocd.argoproj.io/sync-options': 'A=b, Delete=false' })))
  sandbox.put(configMap('other', tracked('other', 'web:/ConfigMap:shop/own')))
  sandbox.put(configMap('labelled', { labels: { 'app.kubernetes.io/instance': 'web' } }))
  sandbox.put(configMap('hook', tracked('hook')))
  return stage
}

test('an Application of Argo CD: itself, and what it lists that says that it is its own', async () => {
  const stage = argoCluster()
  application(stage.sandbox, 'web')
  for (const name of ['web', 'argocd/web']) {
    const { names, stderr } = await targetsIn(stage, ['--argocd', name])
    assert.equal(names, ['Application/web', 'ConfigMap/labelled', 'ConfigMap/own'])
    assert.equal(stderr.trimEnd().split('\n'), [
      'note: not found: configmaps/gone in namespace shop',
      'note: not found, for the server does not have their types: Unicorn/u',
      'note: left alone: configmaps/kept in namespace shop (argocd.argoproj.io/sync-options: Delete=false)',
      'note: left alone: configmaps/other in namespace shop (it has no mark of Application argocd/web)',
      'note: Application argocd/web cascades: when it is deleted, Argo CD deletes what is left of its objects',
    ])
  }
})

test('an Application elsewhere than Argo CD has none of the objects of one of its name there', async () => {
  const stage = argoCluster()
  application(stage.sandbox, 'web', { namespace: 'tenant' })
  const { code, stderr } = await targetsIn(stage, ['--argocd', 'tenant/web'])
  assert.is(code, 1)
  assert.match(
    stderr,
    /^error: whether .*configmaps\/own in namespace shop is of it is not known \(its mark says Application web without a namespace, and no .*specify applications\.\S+ in namespace tenant by name/,
  )
})

test('an Application of an Argo CD with rights in single namespaces has its objects where a RoleBinding lets it deploy', async () => {
  const stage = argoCluster()
  const { sandbox } = stage
  application(sandbox, 'web', { namespace: 'gitops' })
  const name = 'argocd-application-controller'
  sandbox.put({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name, namespace: 'shop' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name },
    subjects: [{ kind: 'ServiceAccount', name, namespace: 'gitops' }],
  })
  const { names } = await targetsIn(stage, ['--argocd', 'gitops/web'])
  assert.equal(names, ['Application/web', 'ConfigMap/labelled', 'ConfigMap/own'])
})

test('an Application that is missing, ambiguous, or for another cluster, is an error of one line', async () => {
  const stage = argoCluster()
  const { sandbox } = stage
  application(sandbox, 'far', { spec: { destination: { server: 'https://10.0.0.9:6443' } } })
  application(sandbox, 'named', { spec: { destination: { name: 'prod' } } })
  application(sandbox, 'here', { spec: { destination: { name: 'in-cluster' } }, finalizers: [] })
  sandbox.put({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: 'here', namespace: 'shop' },
  })
  for (const [name, expected] of [
    ['far', /^error: Application argocd\/far is for another cluster \(https:\/\/10\.0\.0\.9:6443\): .+\n$/],
    ['named', /^error: Application argocd\/named is for another cluster \(prod\): .+\n$/],
    ['missing', /^error: Application "missing" is in no namespace\n$/],
    ['shop/missing', /^error: Application "missing" is not in namespace shop\n$/],
    [
      'here',
      /^error: Application "here" is in several namespaces \(argocd, shop\): specify --argocd NAMESPACE\/here\n$/,
    ],
  ] as const) {
    const { code, stderr } = await targetsIn(stage, ['--argocd', name])
    assert.is(code, 1, name)
    assert.match(stderr, expected)
  }
  const { stderr } = await targetsIn(stage, ['--argocd', 'argocd/here'])
  assert.match(stderr, /does not cascade/)
  const without = await targetsIn(cluster(), ['--argocd', 'web'])
  assert.is(without.code, 1)
  assert.match(without.stderr, /^error: .+"applications\.argoproj\.io": it is not installed in this cluster\n$/)
})

const FLUX = 'kustomize.toolkit.fluxcd.io'

function kustomization(sandbox: Sandbox, name: string, spec: object = { prune: true }): void {
  const ids = [
    'shop_own__Two__ConfigMap',
    'shop_off__ConfigMap',
    'shop_other__ConfigMap',
    '_u_example.com_Unicorn',
    'x',
    '_',
  ]
  const entries = [...ids.map(id => ({ id, v: 'v1' })), null, { id: 'shop_own__ConfigMap', v: 'v1' }]
  sandbox.put({
    apiVersion: `${FLUX}/v1`,
    kind: 'Kustomization',
    metadata: { name, namespace: 'shop' },
    spec,
    status: { inventory: { entries } },
  })
}

test('a Kustomization of Flux: itself, and what is in its inventory and has its marks', async () => {
  const stage = cluster()
  const { sandbox } = stage
  definition(sandbox, { group: FLUX, plural: 'kustomizations', kind: 'Kustomization' })
  const labels = { [`${FLUX}/name`]: 'web', [`${FLUX}/namespace`]: 'shop' }
  sandbox.put(configMap('own', { labels }))
  sandbox.put(configMap('off', { labels, annotations: { [`${FLUX}/prune`]: 'disabled' } }))
  sandbox.put(configMap('other', { labels: { ...labels, [`${FLUX}/name`]: 'x' } }))
  kustomization(sandbox, 'web')
  const { names, stderr } = await targetsIn(stage, ['--flux', 'ks/web'])
  assert.equal(names, ['ConfigMap/own', 'Kustomization/web'])
  assert.equal(stderr.trimEnd().split('\n'), [
    'note: not found: configmaps/own:Two',
    'note: not found, for the server does not have their types: Unicorn/u',
    `note: left alone: configmaps/off (${FLUX}/prune: disabled)`,
    'note: left alone: configmaps/other (it has no mark of Kustomization shop/web)',
    'note: the inventory of Kustomization shop/web has entries that name no object, and none is looked for: "x", "_", null',
    'note: Kustomization shop/web prunes: when it is deleted, Flux deletes what is left of its objects',
  ])
  for (const [spec, why] of [
    [{ prune: false }, 'spec.prune is false'],
    [{ prune: true, suspend: true }, 'spec.suspend is true'],
    [{ prune: true, deletionPolicy: 'Orphan' }, 'spec.deletionPolicy is Orphan'],
  ] as const) {
    kustomization(sandbox, 'other', spec)
    assert.match((await targetsIn(stage, ['--flux', 'kustomization/other'])).stderr, new RegExp(`not prune: ${why},`))
  }
  kustomization(sandbox, 'far', { kubeConfig: { secretRef: { name: 'prod' } } })
  const far = await targetsIn(stage, ['--flux', 'kustomization/far'])
  assert.is(far.code, 1)
  assert.match(far.stderr, /^error: Kustomization shop\/far is for another cluster \(spec\.kubeConfig\): .+\n$/)
  const missing = await targetsIn(stage, ['--flux', 'kustomization/none'])
  assert.equal([missing.code, missing.stderr], [1, 'error: Kustomization "none" is not in namespace shop\n'])
})

test('a HelmRelease of Flux: itself, and what its stored release has, CRDs included, but for what Helm keeps', async () => {
  const stage = cluster()
  const { sandbox } = stage
  const group = 'helm.toolkit.fluxcd.io'
  definition(sandbox, { group, plural: 'helmreleases', kind: 'HelmRelease' })
  const put = (name: string, spec: object, status: object = {}) =>
    sandbox.put({ apiVersion: `${group}/v1`, kind: 'HelmRelease', metadata: { name, namespace: 'shop' }, spec, status })
  put('plain', { targetNamespace: 'apps' })
  put('stored', { releaseName: 'x' }, { history: [{ name: 'apps-plain' }], storageNamespace: 'shop' })
  put('far', { kubeConfig: { secretRef: { name: 'prod' } } })
  sandbox.put(configMap('own'))
  sandbox.put(configMap('kept', { annotations: { 'helm.sh/resource-policy': 'keep' } }))
  const crd = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `helmreleases.${group}` },
  }
  const manifest = asYaml(configMap('own'), configMap('kept'), crd)
  sandbox.put(storedRelease({ name: 'apps-plain', namespace: 'shop', manifest }))
  const found = sandbox.get(crd.apiVersion, crd.kind, crd.metadata.name)!
  const labels = { [`${group}/name`]: 'plain', [`${group}/namespace`]: 'shop' }
  sandbox.put({ ...found, metadata: { ...found.metadata, labels } })
  for (const [name, definitions] of [
    ['plain', ['CustomResourceDefinition/helmreleases.helm.toolkit.fluxcd.io']],
    // What is not in its namespace, and not marked as its own, may be of a release of others that it names.
    ['stored', []],
  ] as const) {
    const { names, stderr } = await targetsIn(stage, ['--flux', `hr/${name}`])
    assert.equal(names, ['ConfigMap/own', ...definitions, `HelmRelease/${name}`])
    assert.match(
      stderr,
      /left alone: configmaps\/kept [\s\S]+\nnote: when HelmRelease shop\/\S+ is deleted, Flux uninstalls release apps-plain /,
    )
  }
  assert.match((await targetsIn(stage, ['--flux', 'helmrelease/far'])).stderr, /another cluster/)
})

test.run()
