import { resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { catalogueFiles } from '../../scripts/build/catalogue.ts'
import { type CatalogueEntry, createCatalogue } from '../../src/diagnosis/catalogue/catalogue.ts'
import { nearestNames } from '../../src/diagnosis/catalogue/nearest.ts'
import { shippedCatalogue } from '../../src/diagnosis/catalogue/shipped.ts'
import { lines } from '../../src/diagnosis/catalogue/shipped-data.ts'
import { FIELD_SHAPES, NOT_NEEDED } from '../../src/diagnosis/references/fields.ts'
import { CONDITION_LISTS } from '../../src/statements/words/conditions.ts'

const test = suite('catalogue')

const root = resolve(import.meta.dirname, '../..')

const filedEntries = async () => (await catalogueFiles(root)).flatMap(({ entries }) => entries)

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

test('what is shipped is every entry of every file, whole', async () => {
  const entries = shippedCatalogue().all()
  const filed = await filedEntries()
  assert.ok(entries.length > 600)
  assert.equal(
    entries.map(each => each.finalizer),
    filed.map(({ entry }) => entry.finalizer),
  )
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

/** `owner/repository:path/to/file.go, what in it`, `owner/repository#7`, or an address. */
const SOURCE = /^(https:\/\/\S+|[\w.-]+\/[\w.-]+(:[\w./@-]+\.\w+|#\d+))(,? [^;]+)?$/

/** Every `source` in a value, with what it stands beside. */
function sourcesIn(value: unknown): readonly { readonly source: string; readonly verified?: string }[] {
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return []
  const below = Object.values(value).flatMap(sourcesIn)
  return 'source' in value ? [value as { source: string }, ...below] : below
}

test('every claim that is shipped names a file, an issue or a page, or says that it could not be read', () => {
  const { all, rows } = shippedCatalogue()
  const found = sourcesIn([all(), rows, FIELD_SHAPES, NOT_NEEDED, CONDITION_LISTS])
  assert.ok(found.length > 800, `${found.length}`)
  const vague = found.filter(({ verified }) => verified !== 'none').flatMap(({ source }) => source.split('; '))
  assert.equal(
    vague.filter(each => !SOURCE.test(each)),
    [],
  )
  const claims = Object.values(rows).flat()
  assert.is(claims.filter(claim => !(claim.source.length > 0)).length, 0)
})

test('what is shipped names no path of a machine and is small', () => {
  const text = lines.join('\n')
  assert.not.match(text, /["'\s(](\/|~\/|file:|[A-Z]:\\)[\w.-]+\//)
  assert.ok(text.length < 600 * lines.length, `${text.length} letters in ${lines.length} lines`)
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

test('every family that is shipped finds the names that its file gives as examples', async () => {
  const { find } = shippedCatalogue()
  const families = (await filedEntries()).filter(({ entry }) => isPattern(entry))
  assert.ok(families.length > 20)
  for (const { entry, examples } of families) {
    assert.ok(examples.length > 0, `${entry.finalizer} of ${entry.project} has no examples`)
    for (const name of examples) assert.is(find(name)?.finalizer, entry.finalizer, name)
  }
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

test('what operators do for their own kinds is no habit for types of Kubernetes (argoproj-labs/argocd-operator#853)', () => {
  const shipped = shippedCatalogue()
  assert.is(shipped.find('some.random/finalizer', 'configmaps'), undefined)
  assert.is(shipped.find('some.random/finalizer', 'core/ConfigMap'), undefined)
  assert.is(shipped.find('some.random/finalizer', 'deployments.apps'), undefined)
  assert.match(shipped.find('some.random/finalizer', 'shops.random.example')!.project, 'Java')
})

test('the habit of a framework is not seen in names that only resemble it', () => {
  const { find } = shippedCatalogue()
  for (const name of ['finalizer', 'example/finalizer', 'a.example.com/my-finalizer', 'a.example.com/finalizers'])
    assert.is(find(name), undefined, name)
})

test.run()
