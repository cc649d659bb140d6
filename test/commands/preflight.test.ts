import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse } from 'yaml'
import { incidents } from '../../src/sandbox/incidents/index.ts'
import { temporaryFolder } from '../cluster/temporary-folder.ts'
import { faultsOf } from '../docs/schema.ts'
import { headless } from '../headless.ts'

const test = suite('preflight')

const UNINSTALLED = '--sandbox=operator-uninstalled'

interface Answer {
  readonly kind: string
  readonly verdict: string
  readonly causes: readonly { readonly code: string; readonly remedies: readonly { readonly kind: string }[] }[]
}

test('says what would get stuck, and why, and ends with 3', async () => {
  const { code, stdout, stderr } = await headless(['preflight', 'ns/web', UNINSTALLED])
  assert.is(code, 3)
  assert.match(stdout, /^STUCK {2}If namespace\/web were deleted now, it would get stuck\.\n/)
  assert.match(stdout, /What would get stuck, and why\n\n1 {2}STUCK .*\n {3}ControllerMissing, holds 2 objects\n/)
  assert.match(stdout, /What goes with it\n {2}· 1 Bucket: bucket\/static-assets in namespace web\n/)
  assert.is(stderr, '')
})

test('draws what would be held, and the page says all the rest', async () => {
  const drawn = async (format: string, incident = UNINSTALLED, target = 'ns/web') => {
    const { code, stdout, stderr } = await headless(['preflight', target, incident, '-o', format])
    assert.equal([code === 0 || code === 3, stderr], [true, ''])
    return stdout
  }
  assert.match(await drawn('mermaid'), /^flowchart [\s\S]*If namespace\/web were deleted now, it would get stuck/)
  assert.match(await drawn('dot'), /digraph[\s\S]*static-assets/)
  assert.match(await drawn('svg'), /<svg[\s\S]*ControllerMissing[\s\S]*static-assets/)
  const page = await drawn('html')
  assert.match(page, '<h1>STUCK: If namespace/web were deleted now, it would get stuck.</h1>')
  assert.match(
    page,
    /<h2 id="causes-title">What would get stuck, and why<\/h2>[\s\S]*<h2 id="part-0-title">What goes with it<\/h2>/,
  )
  assert.match(page, 'download="preflight.json.gz"')
  // Where nothing would be left there is no picture.
  const clean = await drawn('html', '--sandbox=webhook-dead', 'ns/policy-system')
  assert.match(clean, /<h1>CLEAN: [\s\S]*<h2 id="part-\d-title">The order that would work<\/h2>/)
  assert.not.match(clean, 'id="picture-title"')
})

test('a page goes to a file, and only one that is a picture is opened', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'page.html')
  const words = ['preflight', 'ns/web', UNINSTALLED]
  const written = await headless([...words, '-o', 'html', '--output-file', file])
  assert.equal([written.code, written.stdout, written.stderr], [3, '', `Wrote ${file}\n`])
  assert.match(folder.read('page.html'), /^<!doctype html>/)
  assert.is((await headless([...words, '--output-file', file])).code, 2)
  assert.is((await headless([...words, '--open', '-o', 'dot'])).code, 2)
})

test('says of what nothing holds what was checked, and ends with 0', async () => {
  const { code, stdout } = await headless(['preflight', 'ns/policy-system', '--sandbox=webhook-dead'])
  assert.is(code, 0)
  assert.match(
    stdout,
    /^CLEAN {2}If .*, nothing that was checked would hold it\.\nChecked at 2026-01-15T12:00:00Z on v1\.36\.3: /,
  )
  assert.not.match(stdout, /\bsafe\b/i)
})

test('says that the server refuses a deletion', async () => {
  const { code, stdout } = await headless(['preflight', 'ns/kube-system', '--sandbox=empty'])
  assert.is(code, 3)
  assert.match(stdout, /the server would refuse that/)
  assert.match(stdout, /RequestDenied/)
})

test('answers as JSON and YAML what the schema describes, for each kind of object of the practice clusters', async () => {
  for (const { name } of incidents) {
    const list = await headless(['list', `--sandbox=${name}`, '-o', 'json'])
    const { items } = JSON.parse(list.stdout) as {
      items: { ref: { resource: string; name: string; namespace?: string } }[]
    }
    for (const { ref } of items.slice(0, 2)) {
      const place = ref.namespace === undefined ? [] : ['-n', ref.namespace]
      const words = ['preflight', `${ref.resource}/${ref.name}`, ...place, `--sandbox=${name}`]
      const { stdout } = await headless([...words, '-o', 'json'])
      const answer = JSON.parse(stdout) as Answer
      assert.equal(faultsOf(answer, { described: true }), [], name)
      assert.is(answer.kind, 'Preflight')
      assert.equal(parse((await headless([...words, '-o', 'yaml'])).stdout), answer)
    }
  }
})

test('advises what can be done before the deletion', async () => {
  const words = ['preflight', 'ns/platform', '--sandbox=operator-forbidden']
  const { stdout } = await headless(words)
  assert.match(stdout, /kubectl create rolebinding \S+ -n platform /)
  assert.not.match(stdout, /is terminating|being deleted/)
})

test('what is not there is an error in the words of the server', async () => {
  const { code, stdout, stderr } = await headless(['preflight', 'ns/nothing', UNINSTALLED])
  assert.equal([code, stdout], [1, ''])
  assert.is(stderr, 'Error from server (NotFound): namespaces "nothing" not found\n')
  assert.is((await headless(['preflight', 'unicorns/a', UNINSTALLED])).code, 1)
})

const BUCKET = `
apiVersion: objectstore.example.com/v1
kind: Bucket
metadata: {name: static-assets, namespace: web}
---
apiVersion: v1
kind: List
items: [{apiVersion: v1, kind: Namespace, metadata: {name: web}}]
`

interface Targets {
  readonly verdict: string
  readonly targets: readonly { readonly kind: string; readonly name: string }[]
}

async function targetsOf(
  words: readonly string[],
  input = '',
): Promise<Targets & { readonly names: readonly string[] }> {
  const { stdout } = await headless(['preflight', ...words, UNINSTALLED, '-o', 'json'], { input })
  const answer = JSON.parse(stdout) as Targets
  return { ...answer, names: answer.targets.map(({ kind, name }) => `${kind}/${name}`).toSorted() }
}

test('takes what a file names, and the items of its lists', async () => {
  assert.equal((await targetsOf(['-f', '-'], BUCKET)).names, ['Bucket/static-assets', 'Namespace/web'])
  const gone = await headless(['preflight', '-f', '-', UNINSTALLED], {
    input: `${BUCKET}---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: gone, namespace: web}}\n`,
  })
  assert.equal([gone.code, gone.stderr], [3, 'note: not found: configmaps/gone in namespace web\n'])
})

test('says in one line what of a file it cannot use', async () => {
  for (const [input, expected] of [
    ['', /^error: stdin: it has no objects\n$/],
    ['a: [', /^error: stdin is not valid YAML: .+\n$/],
    ['kind: Pod', /^error: stdin: it is no object of Kubernetes\n$/],
    ['{apiVersion: v1, kind: Pod}', /^error: stdin: Pod has no metadata\.name\n$/],
    [
      '{apiVersion: a.example.com/v1, kind: Unicorn, metadata: {name: a}}',
      /^error: stdin: the server doesn't have a resource type "Unicorn" in "a\.example\.com\/v1"\n$/,
    ],
  ] as const) {
    const { code, stderr } = await headless(['preflight', '-f', '-', UNINSTALLED], { input })
    assert.is(code, 1, input)
    assert.match(stderr, expected)
  }
  const { stderr } = await headless(['preflight', '-f', '/nothing/here.yaml', UNINSTALLED])
  assert.is(stderr, 'error: the path "/nothing/here.yaml" does not exist\n')
})

test('takes what a selector chooses, in the namespace or in all', async () => {
  assert.equal((await targetsOf(['buckets', '-l', '!none', '-n', 'web'])).names, ['Bucket/static-assets'])
  assert.ok((await targetsOf(['buckets', '-l', '!none', '-A'])).names.length > 40)
  const none = await headless(['preflight', 'buckets', '-l', 'no=such', UNINSTALLED])
  assert.equal(none, { code: 0, stdout: '', stderr: 'No resources found\n' })
})

test('of a deletion that the server refuses it says that this is what is refused', async () => {
  const { code, stdout } = await headless(['preflight', 'ns/kube-system', UNINSTALLED])
  assert.is(code, 3)
  assert.match(stdout, 'The API server rejects the deletion of Namespace kube-system: ')
})

test('a command line without a name, or with another cascade, is a wrong one', async () => {
  for (const words of [
    [],
    ['pods'],
    ['pod/a', '-l', 'a=b'],
    ['pod/a', '-f', '-'],
    ['pods', '-l', 'a=b', '-f', '-'],
    ['pod/a', '--cascade', 'sideways'],
    ['pod/a', '-o', 'wide'],
  ]) {
    assert.is((await headless(['preflight', UNINSTALLED, ...words])).code, 2, words.join(' '))
  }
})

test.run()
