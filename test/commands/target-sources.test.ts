import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { temporaryFolder } from '../cluster/temporary-folder.ts'
import { headless } from '../headless.ts'
import { marksOf, storedRelease } from '../operations/preflight/stored-release.ts'
import { runIn } from './run-in.ts'
import { asYaml, cluster, configMap, targetsIn } from './shop-cluster.ts'

const test = suite('where the objects of a deletion come from')

/** A release with an object that is its own, one that Helm keeps, one of another release, one that is gone, and one whose type is gone. */
function releaseWeb(sandbox: Sandbox): void {
  const own = marksOf('web', 'shop')
  const keep = { ...own.annotations, 'helm.sh/resource-policy': 'keep' }
  sandbox.put(configMap('own', own))
  sandbox.put(configMap('kept', { ...own, annotations: keep }))
  sandbox.put(configMap('other', marksOf('other', 'shop')))
  sandbox.put(configMap('old'))
  const gone = { apiVersion: 'example.com/v1', kind: 'Unicorn', metadata: { name: 'u' } }
  const names = ['own', 'kept', 'other', 'gone']
  const manifest = asYaml(...names.map(name => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })), gone)
  const hooks = [{ name: 'clean', kind: 'Job', events: ['pre-delete'] }]
  sandbox.put(storedRelease({ name: 'web', namespace: 'shop', revision: 9, manifest: asYaml(configMap('old')) }))
  sandbox.put(storedRelease({ name: 'web', namespace: 'shop', revision: 10, status: 'failed', manifest, hooks }))
}

test('a Helm release: what its newest revision has, is there, and is its own', async () => {
  const stage = cluster()
  releaseWeb(stage.sandbox)
  const { names, stderr } = await targetsIn(stage, ['--helm', 'web'])
  assert.equal(names, ['ConfigMap/own'])
  assert.equal(stderr.trimEnd().split('\n'), [
    'note: not found: configmaps/gone',
    'note: not found, for the server does not have their types: Unicorn/u',
    'note: left alone: configmaps/kept (helm.sh/resource-policy: keep)',
    'note: left alone: configmaps/other (it has no mark of release web)',
    'note: revision 10 of release web is failed, not deployed: objects of other revisions may be left',
    'note: Helm would run these hooks, which are not run here: Job clean',
    'note: the stored release stays: "helm uninstall web -n shop" removes it, with what is left of its objects',
  ])
  const { code, stdout } = await runIn(stage, [
    'delete',
    '--helm',
    'web',
    '-n',
    'shop',
    '--dry-run=client',
    '-o',
    'json',
  ])
  const { steps } = JSON.parse(stdout) as { steps: { ref: { name: string }; result: string }[] }
  assert.equal([code, steps.map(({ ref, result }) => `${ref.name} ${result}`)], [0, ['own planned']])
})

test('a Helm release without objects says so', async () => {
  const stage = cluster()
  stage.sandbox.put(storedRelease({ name: 'empty', namespace: 'shop', manifest: '\n' }))
  const { code, stderr } = await targetsIn(stage, ['--helm', 'empty'])
  assert.is(code, 1)
  assert.match(stderr, 'note: release empty lists no objects\n')
})

test('a Helm release in a ConfigMap', async () => {
  const stage = cluster()
  stage.sandbox.put(configMap('own', marksOf('web', 'shop')))
  const { data, metadata } = storedRelease({ name: 'web', namespace: 'shop', manifest: asYaml(configMap('own')) })
  const release = Buffer.from(data.release, 'base64').toString()
  stage.sandbox.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { release } })
  assert.equal((await targetsIn(stage, ['--helm', 'web'])).names, ['ConfigMap/own'])
})

test('a Helm release that is not stored, unreadable, or damaged, is an error of one line', async () => {
  const stage = cluster()
  const missing = await targetsIn(stage, ['--helm', 'web'])
  assert.is(missing.code, 1)
  assert.match(missing.stderr, /^error: release "web" is not stored in namespace shop: .+SQL cannot be read\n$/)
  const forbidden = await targetsIn(stage, ['--helm', 'web'], 'nobody')
  assert.is(forbidden.code, 1)
  assert.match(
    forbidden.stderr,
    /^error: the stored releases cannot be read: secrets in namespace shop: .*forbidden.*\n$/,
  )
  const draft = storedRelease({ name: 'web', namespace: 'shop', manifest: '' })
  stage.sandbox.put({ ...draft, data: { release: Buffer.from('H4sIAAAA').toString('base64') } })
  const damaged = await targetsIn(stage, ['--helm', 'web'])
  assert.is(damaged.code, 1)
  assert.match(damaged.stderr, /^error: secrets\/sh\.helm\.release\.v1\.web\.v1 in namespace shop: .+ decompressed\n$/)
})

const UNINSTALLED = '--sandbox=operator-uninstalled'
const NAMESPACE = asYaml({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'web' } })
const BUCKET = asYaml({
  apiVersion: 'objectstore.example.com/v1',
  kind: 'Bucket',
  metadata: { name: 'static-assets', namespace: 'web' },
})

async function named(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { code, stdout, stderr } = await headless(['preflight', ...words, UNINSTALLED, '-o', 'json'], { env })
  const targets: readonly { kind: string }[] = stdout === '' ? [] : JSON.parse(stdout).targets
  return { code, stderr, kinds: targets.map(({ kind }) => kind).toSorted() }
}

test('a directory: its YAML and JSON, and what is below it on request', async () => {
  using folder = temporaryFolder()
  mkdirSync(join(folder.path, 'below'))
  writeFileSync(join(folder.path, 'a.json'), NAMESPACE.slice(4))
  writeFileSync(join(folder.path, 'below', 'b.yml'), BUCKET)
  writeFileSync(join(folder.path, 'README.md'), 'no object')
  assert.equal((await named(['-f', folder.path])).kinds, ['Namespace'])
  assert.equal((await named(['-f', folder.path, '-R'])).kinds, ['Bucket', 'Namespace'])
  using empty = temporaryFolder()
  const { code, stderr } = await named(['-f', empty.path])
  assert.equal(
    [code, stderr],
    [1, `error: error reading [${empty.path}]: recognized file extensions are [.json .yaml .yml]\n`],
  )
})

const withPipes = process.platform === 'win32' ? test.skip : test

withPipes('a directory without the pipes and devices in it; a pipe that is named itself', async () => {
  using folder = temporaryFolder()
  const [pipe, file] = [join(folder.path, 'pipe.yaml'), join(folder.path, 'a.yaml')]
  execFileSync('mkfifo', [pipe])
  symlinkSync(pipe, join(folder.path, 'link.yaml'))
  symlinkSync('/dev/zero', join(folder.path, 'zero.yaml'))
  writeFileSync(file, NAMESPACE)
  symlinkSync(file, join(folder.path, 'same.yaml'))
  assert.equal((await named(['-f', folder.path])).kinds, ['Namespace'])
  const writes = writeFile(pipe, BUCKET)
  assert.equal((await named(['-f', pipe])).kinds, ['Bucket'])
  await writes
})

test('a URL is not read, and it is said what to do', async () => {
  const url = 'https://example.com/all.yaml'
  const { code, stderr } = await targetsIn(cluster(), ['-f', url])
  assert.equal(
    [code, stderr],
    [1, `error: URLs are not read: download ${url}, look at it, and specify the file, or pipe it to -f -\n`],
  )
})

test('several files: by -f again, by commas, by a pattern that finds them', async () => {
  using folder = temporaryFolder()
  const [first, second] = [join(folder.path, 'a.yaml'), join(folder.path, 'b.yaml')]
  writeFileSync(first, NAMESPACE)
  writeFileSync(second, BUCKET)
  for (const words of [
    ['-f', first, '-f', second],
    ['-f', `${first},${second}`],
    ['-f', join(folder.path, '[ab].y*')],
  ])
    assert.equal((await named(words)).kinds, ['Bucket', 'Namespace'], words.join(' '))
  assert.is((await named(['-f', join(folder.path, '*.json')])).stderr.includes('does not exist'), true)
})

test('JSON as tools print it: objects one after the other, and a list of one type whose items leave the type out', async () => {
  const a = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { text: '}\n{ }{ "}{' } }
  const b = { ...a, metadata: { name: 'b' } }
  const list = { apiVersion: 'v1', kind: 'ConfigMapList', items: [a, b].map(({ metadata }) => ({ metadata })) }
  for (const input of [
    [JSON.stringify(a) + JSON.stringify(b)],
    [`${JSON.stringify(a)} ${JSON.stringify(b)}`],
    [a, b].map(each => JSON.stringify(each)),
    [a, b].map(each => JSON.stringify(each, null, 2)),
    [a, b].map(each => `${JSON.stringify(each)} \r\n\n `),
    [JSON.stringify(list)],
  ]) {
    using folder = temporaryFolder()
    const file = join(folder.path, 'a.json')
    writeFileSync(file, input.join('\n'))
    const stage = cluster()
    for (const name of ['a', 'b']) stage.sandbox.put(configMap(name))
    assert.equal((await targetsIn(stage, ['-f', file])).names, ['ConfigMap/a', 'ConfigMap/b'])
  }
})

test('-n and a file of another namespace contradict each other, as in kubectl', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'a.yaml')
  writeFileSync(file, BUCKET)
  const said = `error: ${file}: the namespace from the provided object "web" does not match the namespace "reports": specify --namespace=web\n`
  for (const command of ['preflight', 'delete', 'wait']) {
    const { code, stderr } = await headless([command, UNINSTALLED, '-n', 'reports', '-f', file])
    assert.equal([code, stderr], [1, said])
  }
  assert.equal((await named(['-f', file, '-n', 'web'])).kinds, ['Bucket'])
})

test('an empty namespace in a file or a release is none, and not every one; what is no name is an error', async () => {
  const stage = cluster()
  using folder = temporaryFolder()
  const names = ['a', 'b', 'c']
  for (const namespace of ['shop', 'other'])
    for (const name of names) stage.sandbox.put(configMap(name, { name, namespace, ...marksOf('web', 'shop') }))
  const file = (metadata: object): string => {
    const path = join(folder.path, 'objects.yaml')
    writeFileSync(path, asYaml(...names.map(name => configMap(name, { name, ...metadata }))))
    return path
  }
  const targets = async (words: readonly string[]) => {
    const { code, stdout, stderr } = await runIn(stage, ['preflight', ...words, '-o', 'json'])
    const found: readonly { namespace: string; name: string }[] = stdout === '' ? [] : JSON.parse(stdout).targets
    return { code, stderr, found: found.map(({ namespace, name }) => `${namespace}/${name}`).toSorted() }
  }
  const all = ['shop/a', 'shop/b', 'shop/c']
  assert.equal((await targets(['-n', 'shop', '-f', file({ namespace: '' })])).found, all)
  assert.equal((await targets(['-f', file({ namespace: '' })])).found, [])
  const manifest = asYaml(...names.map(name => configMap(name, { name, namespace: '' })))
  stage.sandbox.put(storedRelease({ name: 'web', namespace: 'shop', manifest }))
  assert.equal((await targets(['--helm', 'web', '-n', 'shop'])).found, all)
  for (const namespace of [123, true, ['shop'], {}]) {
    const path = file({ namespace })
    const { code, stderr } = await targets(['-f', path, '-n', 'shop'])
    assert.equal([code, stderr], [1, `error: ${path}: document 1: its metadata.namespace is not a name\n`])
  }
})

test('a kustomization: what kubectl prints of it; without kubectl it is said what to do', async () => {
  using folder = temporaryFolder()
  const kubectl = join(folder.path, 'kubectl')
  const script = `#!/bin/sh\n[ "$*" = "kustomize -- overlay" ] || { echo "error: no $3" >&2; exit 1; }\ncat <<'END'\n${NAMESPACE}${BUCKET}END\n`
  writeFileSync(kubectl, script)
  chmodSync(kubectl, 0o755)
  const env = { PATH: `${folder.path}:/usr/bin:/bin` }
  assert.equal((await named(['-k', 'overlay'], env)).kinds, ['Bucket', 'Namespace'])
  assert.equal(await named(['-k', 'other'], env), {
    code: 1,
    stderr: 'error: kubectl kustomize other: no other\n',
    kinds: [],
  })
  const without = await named(['-k', 'overlay'], { PATH: join(folder.path, 'nothing') })
  assert.is(without.code, 1)
  assert.match(without.stderr, /^error: --kustomize runs kubectl, which is not on PATH: .+-f -\n$/)
})

test('two sources, a source beside names, and a flag without its source are wrong command lines', async () => {
  for (const words of [
    ['-f', 'a', '-k', 'b'],
    ['-k', 'a', '--helm', 'b'],
    ['pod/a', '--helm', 'b'],
    ['pods', '-l', 'a=b', '-k', 'b'],
    ['-R'],
    ['-k', 'a', '-R'],
    ['--helm='],
    ['--helm', 'a/b'],
    ['--helm', 'a,owner!=helm'],
    ['--argocd', 'a/b/c'],
    ['--argocd', 'a', '--flux', 'ks/b'],
    ['--flux', 'web'],
    ['--flux', 'constructor/web'],
    ['--flux', 'ks/'],
    ['-k', ''],
  ]) {
    for (const command of ['preflight', 'delete']) {
      const { code, stderr } = await headless([command, UNINSTALLED, ...words])
      assert.is(code, 2, words.join(' '))
      assert.match(stderr, /^error: .+\nSee .+\n$/)
    }
  }
})

test('an empty selector, which would select everything, is a wrong command line', async () => {
  for (const selector of ['', ' ']) {
    for (const command of ['preflight', 'delete', 'remove']) {
      const named = command === 'remove' ? ['--finalizer', 'example.com/a'] : []
      const { code, stderr } = await headless([command, 'cm', '-l', selector, '-n', 'shop', '--sandbox', ...named])
      assert.equal([code, /selector/.test(stderr)], [2, true], `${command}: ${stderr}`)
    }
  }
})

test('hostile YAML is an error of one line', async () => {
  const bomb = `a: &a [1,1,1,1,1,1,1,1,1,1]\n${[...'bcdefghij'].map((name, at) => `${name}: &${name} [${Array(10).fill(`*${'abcdefghij'[at]}`).join()}]`).join('\n')}\n`
  for (const input of [bomb, `a: ${'['.repeat(100_000)}`]) {
    const { code, stderr } = await headless(['preflight', '-f', '-', UNINSTALLED], { input })
    assert.is(code, 1)
    assert.match(stderr, /^error: stdin is not valid YAML: [^\n]+\n$/)
  }
})

test.run()
