import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { rowsFor } from '../../src/diagnosis/catalogue/rows.ts'
import { shippedCatalogue } from '../../src/diagnosis/catalogue/shipped.ts'
import { formatCatalogueEntry } from '../../src/render/catalogue.ts'
import { temporaryFolder } from '../cluster/temporary-folder.ts'
import { headless } from '../headless.ts'

const test = suite('catalog')

/** A kubeconfig that no command could connect with. */
const env = { KUBECONFIG: '/nonexistent/kubeconfig' }

test('without a finalizer it lists all, and asks no cluster', async () => {
  const { code, stdout, stderr } = await headless(['catalog'], { env })
  const [header, first, ...rest] = stdout.trimEnd().split('\n')
  assert.is(code, 0)
  assert.is(stderr, '')
  assert.match(header!, /^FINALIZER +PROJECT +CONTROLLER +RISK$/)
  assert.match(first!, /^kubernetes\.io\/pvc-protection +Kubernetes core +kube-controller-manager +high$/)
  assert.is(rest.length + 1, shippedCatalogue().all().length)
})

test('the list can be narrowed by risk and by a part of a project name, and goes without its header', async () => {
  const { stdout } = await headless(['catalog', '--risk', 'high', '--project', 'KUBERNETES CORE', '--no-headers'])
  const lines = stdout.trimEnd().split('\n')
  assert.is(lines.length, 7)
  for (const line of lines) assert.match(line, / Kubernetes core .* high$/)
})

test('a filter that keeps nothing says so beside an empty answer', async () => {
  const { code, stdout, stderr } = await headless(['catalog', '--project', 'nosuch'])
  assert.equal([code, stdout, stderr], [0, '', 'No known finalizers found.\n'])
  const json = await headless(['catalog', '--project', 'nosuch', '-o', 'json'])
  assert.equal(JSON.parse(json.stdout).items, [])
})

test('names alone come each once', async () => {
  const { stdout } = await headless(['catalog', '-o', 'name', '--project', 'flux'])
  const names = stdout.trimEnd().split('\n')
  assert.is(names.filter(name => name === 'finalizers.fluxcd.io').length, 1)
})

test('for scripts both answers are one document of the catalogue', async () => {
  const list = JSON.parse((await headless(['catalog', '-o', 'json'])).stdout)
  assert.is(list.apiVersion, 'kubectl-finalize/v1')
  assert.is(list.kind, 'FinalizerCatalogue')
  assert.is(list.items.length, shippedCatalogue().all().length)
  const one = JSON.parse((await headless(['catalog', 'orphan', '-o', 'json'])).stdout)
  assert.equal(
    one.items,
    shippedCatalogue()
      .all()
      .filter(each => each.finalizer === 'orphan')
      .map(({ waysOut: _none, ...entry }) => entry),
  )
  assert.match(
    (await headless(['catalog', 'orphan', '-o', 'yaml'])).stdout,
    /^apiVersion: .+\nkind: FinalizerCatalogue\n/,
  )
})

test('with a finalizer it tells all that is known, wrapped between words for a terminal', async () => {
  const { code, stdout } = await headless(['catalog', 'external-attacher/ebs-csi-aws-com'], { columns: 80, env })
  assert.is(code, 0)
  assert.is(
    stdout,
    `Finalizer:    external-attacher/ebs-csi-aws-com
Pattern:      external-attacher/*
Kinds:        core/PersistentVolume, storage.k8s.io/VolumeAttachment
Project:      CSI external-attacher
Controller:   csi-attacher sidecar in the CSI driver's controller pod
Namespaces:   kube-system
Found by:     a container named csi-attacher; suffix after / is the sanitized
              driver name
Cleans:       On a VolumeAttachment: detaches the volume from the node at the
              storage system. On a PersistentVolume: keeps it while a
              VolumeAttachment names it.
Gone when:    Detach succeeded; for a PersistentVolume, no VolumeAttachment
              names it
If removed:   The volume can stay attached at the storage system: another node
              may be refused it, or a second mount may corrupt its data. A
              VolumeAttachment whose PersistentVolume is gone can no longer be
              detached by the driver.
Risk:         high
Check first:  VolumeAttachments of this volume and their status.detachError; is
              the driver's controller running? A node that is gone does not
              block (the node id is in an annotation), a missing
              PersistentVolume or Secret does.
Source:       kubernetes-csi/external-attacher:pkg/controller/csi_handler.go
Verified:     name and behaviour were read in the source
Runs:         not always as a Pod, in a cluster with nodes labelled
              cloud.google.com/gke-nodepool or kubernetes.azure.com/cluster or
              worker.gardener.cloud/pool or hypershift.openshift.io/nodePool: a
              storage controller, which a managed control plane may run outside
              of the cluster
              Look at: the state of the managed cluster, and the events of the
              object
                kubectl get nodes -o wide
              Source: gardener/gardener:docs/concepts/architecture.md;
              https://cloud.google.com/kubernetes-engine/docs/how-to/gce-pd-csi-driver
`,
  )
})

/** Of a description: the label of each field, with the source that stands last in it. */
function sourcesOf(text: string): ReadonlyMap<string, string> {
  const fields = text.split(/^(?=[A-Z][A-Za-z ]+:)/m).map(field => field.trimEnd())
  return new Map(fields.map(field => [field.split(':')[0]!, /Source: (.+)$/.exec(field)?.[1] ?? '']))
}

test('what the project says of it is told with its source: drains, pauses, references', async () => {
  const { stdout } = await headless(['catalog', 'machine.cluster.x-k8s.io'], { env })
  const sources = sourcesOf(stdout)
  for (const label of ['Refers by', 'Paused by', 'Drains'])
    assert.match(sources.get(label) ?? '', /^kubernetes-sigs\/cluster-api:/, `${label} in\n${stdout}`)
  const [item] = JSON.parse((await headless(['catalog', 'machine.cluster.x-k8s.io', '-o', 'json'])).stdout).items
  assert.is(item.drains[0].on, 'machines.cluster.x-k8s.io')
  assert.ok(item.refersBy.some(({ resource }: { resource: string }) => resource === 'clusters.cluster.x-k8s.io'))
  assert.ok(item.pausedBy.some(({ annotation }: { annotation?: string }) => annotation === 'cluster.x-k8s.io/paused'))
})

test('and confirmations, inventories, users and ways out, those of the asked kind', async () => {
  const { stdout } = await headless(['catalog', 'resources-finalizer.argocd.argoproj.io'], { env })
  for (const label of ['Confirmed by', 'Deletes', 'In use', 'Alternative'])
    assert.match(sourcesOf(stdout).get(label) ?? '', /^argoproj\/argo-cd:/, `${label} in\n${stdout}`)
  assert.match(stdout, /^ {16}argocd app delete NAMESPACE\/NAME --cascade=false$/m)
  const pvc = await headless(['catalog', 'kubernetes.io/pvc-protection'], { env })
  assert.not.match(pvc.stdout, /^(Confirmed by|Deletes|Alternative):/m)
})

test('and no pause of another project whose types are in the same API group', async () => {
  const { items } = JSON.parse(
    (await headless(['catalog', 'resources-finalizer.argocd.argoproj.io', '-o', 'json'])).stdout,
  )
  const pauses = items.flatMap(({ pausedBy = [] }: { pausedBy?: object[] }) => pausedBy)
  assert.equal(
    pauses.map(({ annotation, field }: { annotation?: string; field?: string }) => annotation ?? field),
    ['argocd.argoproj.io/skip-reconcile'],
  )
})

test('a controller that is no Pod in some clusters alone is told with what shows such a cluster', async () => {
  const { stdout } = await headless(['catalog', 'external-attacher/ebs-csi-aws-com'], { env })
  assert.match(stdout, /^Runs: +not always as a Pod, in a cluster with nodes labelled .+: .+$/m)
})

test('a form that names no kind is told in words', async () => {
  for (const { finalizer } of shippedCatalogue().all())
    assert.not.match((await headless(['catalog', finalizer.replaceAll('*', 'a')])).stdout, /^Kinds: .*\*\.\*\/\*/m)
})

test('a pipe gets each text on one line', async () => {
  const { stdout } = await headless(['catalog', 'external-attacher/ebs-csi-aws-com'])
  assert.is(stdout.trimEnd().split('\n').length, 18)
})

test('no description is wider than 80 columns but for words that are', () => {
  const catalogue = shippedCatalogue()
  for (const entry of catalogue.all()) {
    const described = { entry, rows: rowsFor(entry, entry.finalizer, catalogue.rows) }
    const lines = formatCatalogueEntry(described, entry.finalizer, 80).split('\n')
    const isCommand = (line: string) => line.startsWith(' '.repeat(16))
    const wide = lines.filter(line => line.length > 80 && line.slice(14).includes(' ') && !isCommand(line))
    assert.equal(wide, [], entry.finalizer)
  }
})

test('a finalizer that means something else on another kind is told for each', async () => {
  const { stdout } = await headless(['catalog', 'karpenter.sh/termination'])
  assert.equal(stdout.match(/^Kinds: .+/gm), ['Kinds:        core/Node', 'Kinds:        karpenter.sh/NodeClaim'])
})

test('an unknown finalizer is one line with the names near to it, safe for a terminal', async () => {
  const { code, stdout, stderr } = await headless(['catalog', 'kubernetes.io/pvc-\x1b[31mprotecton'])
  assert.is(code, 1)
  assert.is(stdout, '')
  assert.match(
    stderr,
    /^error: no known finalizer "kubernetes\.io\/pvc-<U\+001B>\[31mprotecton"; similar names: kubernetes\.io\/pvc-protection, .+\n$/,
  )
  assert.not.match(stderr, /\x1b/)
  assert.match(
    (await headless(['catalog', 'nosuch'])).stderr,
    /"nosuch"; "kubectl finalize catalog" lists the known finalizers\n$/,
  )
})

test('wrong words and flags are wrong usage', async () => {
  const cases = [
    ['a', 'b'],
    ['orphan', '--risk', 'low'],
    ['orphan', '--project', 'x'],
    ['--risk', 'none'],
    ['-o', 'wide'],
  ]
  for (const words of cases) {
    const { code, stdout } = await headless(['catalog', ...words])
    assert.is(code, 2, words.join(' '))
    assert.is(stdout, '')
  }
})

const OWN = `apiVersion: kubectl-finalize/v1
kind: Catalogue
project: Acme
controllers:
- name: acme-operator
  finalizers:
  - {name: orphan, kinds: ["*"], cleans: Its children., ifRemoved: They stay., risk: low}
`

test('entries of the user come first, from the config directory and from --catalogue, and win', async () => {
  using folder = temporaryFolder()
  folder.write('catalogue/acme.yml', OWN)
  folder.write('catalogue/.hidden.yaml', '[')
  const file = folder.write('own.yaml', OWN.replace('orphan', 'acme.example/x').replace('Acme', 'Acme two'))
  const { stdout } = await headless(['catalog', '--no-headers', '--catalogue', file], { configDirectory: folder.path })
  const [first, second, third] = stdout.split('\n')
  assert.match(first!, /^acme\.example\/x +Acme two /)
  assert.match(second!, /^orphan +Acme /)
  assert.match(third!, /^kubernetes\.io\/pvc-protection /)
  const one = await headless(['catalog', 'orphan'], { configDirectory: folder.path })
  assert.match(one.stdout, /^Project: +Acme$/m)
  assert.match(one.stdout, /^Source: .*acme\.yml:7:5$/m)
  assert.not.match(one.stdout, 'Kubernetes core')
})

test('a broken file of the user is one line with its place, and no answer; a directory that is not there is none', async () => {
  using folder = temporaryFolder()
  const none = await headless(['catalog', 'orphan'], { configDirectory: join(folder.path, 'nosuch') })
  assert.is(none.code, 0)
  folder.write('catalogue/acme.yaml', OWN.replace('risk: low', 'risk: none'))
  const { code, stdout, stderr } = await headless(['catalog', 'orphan'], { configDirectory: folder.path })
  assert.equal([code, stdout], [1, ''])
  assert.match(stderr, /^error: .*catalogue\/acme\.yaml:7:\d+: risk is "none": it must be one of low, medium, high\n$/)
})

test.run()
