import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type CatalogueEntry, createCatalogue } from '../../src/diagnosis/catalogue/catalogue.ts'
import { nearestNames } from '../../src/diagnosis/catalogue/nearest.ts'
import { shippedCatalogue } from '../../src/diagnosis/catalogue/shipped.ts'

const test = suite('catalogue')

const isPattern = (entry: CatalogueEntry): boolean => entry.finalizer.includes('*')

function entry(finalizer: string, project: string, more: Partial<CatalogueEntry> = {}): CatalogueEntry {
  return {
    finalizer,
    kinds: ['*'],
    project,
    controller: { name: `${project}-controller`, namespaces: [], selectorHint: '' },
    cleans: '',
    goneWhen: '',
    ifRemoved: '',
    risk: 'low',
    checkFirst: '',
    source: '',
    verified: 'string',
    ...more,
  }
}

const projects = (entries: readonly (CatalogueEntry | undefined)[]): unknown[] => entries.map(each => each?.project)

test('an exact name comes before every pattern', () => {
  const { find } = createCatalogue([entry('example.com/*', 'family'), entry('example.com/one', 'one')])
  assert.equal(projects([find('example.com/one'), find('example.com/two')]), ['one', 'family'])
})

test('the most specific pattern wins, and a prefix is more specific than an expression', () => {
  const { find } = createCatalogue([
    entry('*.*/finalizer', 'anyone', { expression: '^[a-z0-9]+\\.[a-z0-9.-]+/finalizer$' }),
    entry('*.example.com/finalizer', 'example', { expression: '^[a-z]+\\.example\\.com/finalizer$' }),
    entry('a.example.com/*', 'a'),
    entry('a.example.com/fin*', 'fin'),
  ])
  const names = ['w.io/finalizer', 'b.example.com/finalizer', 'a.example.com/x', 'a.example.com/finalizer']
  assert.equal(projects(names.map(name => find(name))), ['anyone', 'example', 'a', 'fin'])
})

test('case counts, and an unknown name finds nothing', () => {
  const { find, named } = createCatalogue([entry('orphan', 'one'), entry('example.com/*', 'family')])
  assert.equal(projects([find('Orphan'), find('Example.com/x'), find('nosuch'), find('')]), Array(4).fill(undefined))
  assert.equal(named('nosuch'), [])
})

test('the resource chooses among entries of one name, as plural.group or as group/Kind', () => {
  const kinds = [['core/Node'], ['apps/Deployment', 'gateway.example.com/Gateway'], ['*.azure.com/*'], ['flux.io/*']]
  const { find, named } = createCatalogue(kinds.map(each => entry('x', each[0]!, { kinds: each })))
  const resources: Readonly<Record<string, number | undefined>> = {
    nodes: 0,
    'core/Node': 0,
    '/Node': 0,
    'deployments.apps': 1,
    'apps/Deployment': 1,
    'gateways.gateway.example.com': 1,
    'disks.storage.azure.com': 2,
    'storage.azure.com/Disk': 2,
    'buckets.flux.io': 3,
    'nodes.example.com': undefined,
    'apps/Node': undefined,
    'pods.evilazure.com': undefined,
    pods: undefined,
  }
  for (const [resource, index] of Object.entries(resources))
    assert.is(find('x', resource)?.kinds, index === undefined ? undefined : kinds[index], resource)
  assert.is(find('x')?.kinds, kinds[0])
  assert.is(named('x').length, 4)
})

test('a name with one entry is found on whatever resource', () => {
  assert.is(createCatalogue([entry('x', 'one', { kinds: ['core/Node'] })]).find('x', 'pods')?.project, 'one')
})

test('search wants every word, in whatever case, from finalizer, kinds, project and controller', () => {
  const { search } = createCatalogue([
    entry('example.com/bucket', 'Object Store', { kinds: ['example.com/Bucket'] }),
    entry('example.com/user', 'Object Store'),
  ])
  assert.equal(
    search('object BUCKET').map(each => each.finalizer),
    ['example.com/bucket'],
  )
  assert.is(search('store-controller').length, 2)
  assert.is(search('nosuch').length, 0)
})

test('near to an unknown name are those with a slip of the pen, of its domain, and those that hold it', () => {
  const names = ['kubernetes.io/pvc-protection', 'kubernetes.io/pv-protection', 'argocd.argoproj.io/hook', 'orphan']
  const catalogue = createCatalogue(names.map(name => entry(name, 'p')))
  assert.equal(nearestNames('kubernetes.io/pvc-protecton', catalogue, 1), ['kubernetes.io/pvc-protection'])
  assert.equal(nearestNames('kubernets.io/pv-protection', catalogue, 1), ['kubernetes.io/pv-protection'])
  assert.equal(nearestNames('argoproj.io/x', catalogue, 5), ['argocd.argoproj.io/hook'])
  assert.equal(nearestNames('hook', catalogue, 5), ['argocd.argoproj.io/hook'])
  assert.equal(nearestNames('orphans', catalogue, 5), ['orphan'])
  assert.equal(nearestNames('nosuch', catalogue, 5), [])
})

test('what is shipped holds all 687 entries, whole', () => {
  const entries = shippedCatalogue().all()
  assert.is(entries.length, 687)
  for (const each of entries) {
    const texts = [each.finalizer, each.project, each.controller.name, each.cleans, each.goneWhen, each.ifRemoved]
    for (const text of [...texts, each.checkFirst, each.source]) assert.match(text, /^\S[\x20-\x7e]*$/, each.finalizer)
    for (const kind of each.kinds) assert.match(kind, /^(\*|[a-z0-9.*-]+\/(\*|[A-Za-z0-9]+))$/, each.finalizer)
    assert.ok(each.kinds.length > 0, each.finalizer)
    assert.ok(['low', 'medium', 'high'].includes(each.risk), each.finalizer)
    assert.ok(['behaviour', 'string', 'none'].includes(each.verified), each.finalizer)
    assert.ok(Array.isArray(each.controller.namespaces), each.finalizer)
  }
})

test('what is shipped names no path of a machine and is small', () => {
  const text = readFileSync(resolve(import.meta.dirname, '../../src/diagnosis/catalogue/records.ts'), 'utf8')
  assert.not.match(text, /["'\s(](\/|~\/|file:|[A-Z]:\\)[\w.-]+\//)
  assert.ok(text.length < 350_000, `${text.length}`)
})

test('every exact entry that is shipped finds itself, on each of its kinds', () => {
  const { all, find, named } = shippedCatalogue()
  for (const each of all().filter(candidate => !isPattern(candidate))) {
    assert.ok(named(each.finalizer).includes(each), each.finalizer)
    for (const kind of each.kinds) {
      const resource = kind.replaceAll('*', 'x')
      assert.is(find(each.finalizer, resource), each, `${each.finalizer} on ${resource}`)
    }
  }
})

test('the ten built-in finalizers of Kubernetes are shipped', () => {
  const { find } = shippedCatalogue()
  const builtIn = [
    'kubernetes',
    'orphan',
    'foregroundDeletion',
    'kubernetes.io/pvc-protection',
    'kubernetes.io/pv-protection',
    'kubernetes.io/vac-protection',
    'kubernetes.io/pv-controller',
    'customresourcecleanup.apiextensions.k8s.io',
    'batch.kubernetes.io/job-tracking',
    'networking.k8s.io/service-cidr-finalizer',
  ]
  for (const name of builtIn) assert.is(find(name)?.project, 'Kubernetes core', name)
})

test('one name of several controllers is told apart by its kind', () => {
  const { find } = shippedCatalogue()
  const controllers = {
    'helmreleases.helm.toolkit.fluxcd.io': 'helm-controller',
    'kustomize.toolkit.fluxcd.io/Kustomization': 'kustomize-controller',
    'gitrepositories.source.toolkit.fluxcd.io': 'source-controller',
    pods: undefined,
  }
  for (const [resource, controller] of Object.entries(controllers))
    assert.is(find('finalizers.fluxcd.io', resource)?.controller.name, controller, resource)
})

/** Names that are on real objects, or made as the projects make them, of every pattern that is shipped. */
const REAL: Readonly<Record<string, readonly string[]>> = {
  'external-attacher/*': ['external-attacher/ebs-csi-aws-com'],
  'ceph*.ceph.rook.io': ['cephblockpool.ceph.rook.io', 'cephobjectstoreuser.ceph.rook.io'],
  'finalizers.*.services.k8s.aws/*': ['finalizers.s3.services.k8s.aws/Bucket', 'finalizers.ec2.services.k8s.aws/VPC'],
  'group.ingress.k8s.aws/*': ['group.ingress.k8s.aws/shared-alb'],
  'post-delete-finalizer.argocd.argoproj.io*': [
    'post-delete-finalizer.argocd.argoproj.io',
    'post-delete-finalizer.argocd.argoproj.io/cleanup',
  ],
  'pre-delete-finalizer.argocd.argoproj.io*': ['pre-delete-finalizer.argocd.argoproj.io/cleanup'],
  'kubernetes.crossplane.io/referred-by-object-*': [
    'kubernetes.crossplane.io/referred-by-object-0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9',
  ],
  'deletion.finalizers.*.rabbitmq.com': ['deletion.finalizers.queues.rabbitmq.com'],
  '*.operator.tekton.dev': ['tektonconfigs.operator.tekton.dev', 'manualapprovalgates.operator.tekton.dev'],
  'operator.tigera.io/*': ['operator.tigera.io/apiserver-controller'],
  'kyverno.io/*': ['kyverno.io/policywebhooks'],
  'tf.dependency.of.*': ['tf.dependency.of.network'],
  'extensions.gardener.cloud/*': ['extensions.gardener.cloud/infrastructure'],
  'resources.gardener.cloud/gardener-resource-manager*': ['resources.gardener.cloud/gardener-resource-manager-seed'],
  'dns.gardener.cloud/*': ['dns.gardener.cloud/compound'],
  'kubermatic.k8c.io/*': ['kubermatic.k8c.io/cleanup-in-cluster-lb', 'kubermatic.k8c.io/finalizer'],
  'kubermatic.io/cleanup-*': ['kubermatic.io/cleanup-azure-nic'],
  'kratix.io/*': ['kratix.io/works-cleanup', 'kratix.io/somefinalizer'],
  'cleanup.vgmanager.node.topolvm.io*': ['cleanup.vgmanager.node.topolvm.io/worker-0'],
  'directpv.min.io.volume/*': ['directpv.min.io.volume/pvc-0a1b2c3d'],
  'metacontroller.io/compositecontroller-*': ['metacontroller.io/compositecontroller-catset-controller'],
  'metacontroller.io/decoratorcontroller-*': ['metacontroller.io/decoratorcontroller-service-per-pod'],
  '*kubeblocks.io/finalizer': ['cluster.kubeblocks.io/finalizer', 'dataprotection.kubeblocks.io/finalizer'],
  'nifi*.nifi.konpyutaika.com/*': ['nifiusers.nifi.konpyutaika.com/finalizer'],
  'openstack.k-orc.cloud/*': ['openstack.k-orc.cloud/image'],
  'finalizer.*.k8s.elastic.co/*': ['finalizer.elasticsearch.k8s.elastic.co/observer'],
  'clusterscoped.controller.cattle.io/*': ['clusterscoped.controller.cattle.io/user-secrets_c-m-abcdefgh'],
  'controller.cattle.io/*': ['controller.cattle.io/cluster-template-controller'],
  'wrangler.cattle.io/*': ['wrangler.cattle.io/some-handler'],
  '*.*/*finalizer': ['demo.example.com/demofinalizer'],
  '*.*/finalizer': ['flinkdeployments.flink.apache.org/finalizer'],
}

test('every pattern that is shipped finds the real names of its family', () => {
  const { all, find } = shippedCatalogue()
  assert.equal(
    all()
      .filter(isPattern)
      .map(each => each.finalizer)
      .sort(),
    Object.keys(REAL).sort(),
  )
  for (const [pattern, names] of Object.entries(REAL))
    for (const name of names) assert.is(find(name)?.finalizer, pattern, name)
})

test('no pattern that is shipped would swallow a name of another project', () => {
  const entries = shippedCatalogue().all()
  const patterns = createCatalogue(entries.filter(isPattern))
  // Two patterns say how a framework names finalizers, whoever uses it; they are the last resort.
  const frameworks = ['*.*/*finalizer', '*.*/finalizer']
  const swallowed = entries
    .filter(each => !isPattern(each))
    .flatMap(each => {
      const family = patterns.find(each.finalizer)
      const [firstWord] = each.project.split(' ') as [string]
      const own = family === undefined || family.project.includes(firstWord) || frameworks.includes(family.finalizer)
      return own ? [] : [`${each.finalizer} by ${family.finalizer}`]
    })
  assert.equal(swallowed, [])
})

test('the habit of a framework is not seen in names that only resemble it', () => {
  const { find } = shippedCatalogue()
  for (const name of ['finalizer', 'example/finalizer', 'a.example.com/my-finalizer', 'a.example.com/finalizers'])
    assert.is(find(name), undefined, name)
})

test.run()
