import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { temporaryFolder } from '../cluster/temporary-folder.ts'
import { faultsOf } from '../docs/schema.ts'
import { headless } from '../headless.ts'
import { runIn } from './run-in.ts'
import { asYaml, cluster, configMap } from './shop-cluster.ts'

const test = suite('wait')

const SANDBOX = '--sandbox=operator-uninstalled'

interface Answer {
  readonly kind: string
  readonly objects: readonly { readonly ref: { readonly kind: string; readonly name: string } }[]
  readonly causes: readonly { readonly code: string }[]
  readonly waited: { readonly gone: readonly object[]; readonly left: readonly { readonly name: string }[] }
}

test('explains at the timeout what is still there, and ends with 3', async () => {
  const { code, stdout, stderr } = await headless(['wait', 'ns/reports', SANDBOX, '--timeout', '0'])
  assert.is(code, 3)
  assert.match(stdout, /ControllerMissing/)
  assert.is(stderr, 'error: timed out after 0 s waiting for the deletion of namespace/reports\n')
})

test('answers the explanation as JSON, with what is gone and what is left', async () => {
  const { code, stdout } = await headless(['wait', 'ns/reports', SANDBOX, '--timeout=0s', '-o', 'json'])
  const answer = JSON.parse(stdout) as Answer
  assert.is(code, 3)
  assert.equal(faultsOf(answer, { described: true }), [])
  assert.is(answer.causes[0]!.code, 'ControllerMissing')
  assert.equal(answer.waited.gone, [])
  assert.equal(
    answer.waited.left.map(({ name }) => name),
    ['reports'],
  )
})

test('what is not there at the start is gone: 0, and an answer without objects', async () => {
  const { code, stdout, stderr } = await headless(['wait', 'ns/nothing', SANDBOX, '-o', 'json'])
  assert.is(code, 0)
  const answer = JSON.parse(stdout) as Answer
  assert.equal([answer.objects, answer.waited.left], [[], []])
  assert.match(stderr, /namespaces "nothing" not found/)
})

test('where the server cannot be asked why, what is left is told all the same', async () => {
  const stage = cluster()
  const held = { finalizers: ['example.com/a'], deletionTimestamp: '2026-01-15T11:00:00Z' }
  stage.sandbox.put(configMap('held', held))
  const words = ['wait', 'cm/held', '-n', 'shop', '--timeout=1s']
  let asked = 0
  const isDown = (path: string) => /^\/apis?$/.test(path) && ++asked > 2
  const { code, stdout, stderr } = await runIn(stage, words, { isDown })
  assert.equal([code, stdout], [3, ''])
  assert.match(stderr, /down\n/)
  assert.match(stderr, /timed out after 1 s waiting for the deletion of configmap\/held in namespace shop\n$/)
})

test('an object that is not being deleted is said to be so', async () => {
  const { code, stdout } = await headless(['wait', 'ns/default', SANDBOX, '--timeout', '0'])
  assert.is(code, 3)
  assert.match(stdout, /namespace\/default is not being deleted/)
})

test('a set is that of the namespace, or of all with -A', async () => {
  const left = async (...words: string[]) => {
    const { stdout } = await headless(['wait', 'buckets', SANDBOX, '--timeout', '0', '-o', 'json', ...words])
    return (JSON.parse(stdout) as Answer).waited.left.length
  }
  assert.is(await left('--all', '-n', 'reports'), 4)
  assert.ok((await left('--all', '-A')) > 4)
  assert.is(await left('-l', 'no=such', '-A'), 0)
})

test('a command line without a name or a set, or with both, is a wrong one', async () => {
  for (const words of [
    [],
    ['pods'],
    ['pods', '-l', ''],
    ['pods', '--all', '-l', 'a=b'],
    ['pod/a', '--all'],
    ['pod/a', '--timeout', 'soon'],
    ['pod/a', '-f', 'a.yaml'],
    ['-f', 'a.yaml', '-k', '.'],
    ['-k', '.', '-R'],
    ['-f', 'a.yaml', '--all'],
  ]) {
    assert.is((await headless(['wait', SANDBOX, ...words])).code, 2, words.join(' '))
  }
})

test('a type that the server does not have is an error', async () => {
  assert.is((await headless(['wait', 'unicorns/a', SANDBOX])).code, 1)
})

test('an interrupt ends it with 130, and says how many are gone', async () => {
  const end = new AbortController()
  // The note on what is absent is the last word before it waits.
  const { code, stderr } = await headless(['wait', 'ns/reports', 'ns/nothing', SANDBOX], {
    signal: end.signal,
    onStderr: text => text.includes('already gone') && end.abort(),
  })
  assert.is(code, 130)
  assert.match(stderr, /interrupted: 0 objects of 1 gone/)
})

/** Waits in a cluster with a held, terminating ConfigMap `held` for what a file with these objects names. */
async function waitForFile(...objects: readonly object[]) {
  const stage = cluster()
  stage.sandbox.put(configMap('held', { finalizers: ['example.com/a'], deletionTimestamp: '2026-01-15T11:00:00Z' }))
  using folder = temporaryFolder()
  const file = join(folder.path, 'app.yaml')
  writeFileSync(file, asYaml(...objects))
  return { file, ...(await runIn(stage, ['wait', '-f', file, '-n', 'shop', '--timeout=1s', '-o', 'json'])) }
}

const widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w', namespace: 'shop' } }
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
}

test('what a file names is waited for; what is not there is a note', async () => {
  const { code, stdout, stderr } = await waitForFile(configMap('held'), configMap('none'))
  const { left, gone } = (JSON.parse(stdout) as Answer).waited
  assert.equal([code, left.map(({ name }) => name), gone], [3, ['held'], []])
  assert.match(stderr, /^note: not found: configmaps\/none$/m)
  assert.is((await waitForFile(configMap('none'))).code, 0)
})

test('a type of a file that is not served is an error, and gone where its CRD is in the file too', async () => {
  const unknown = await waitForFile(widget)
  assert.equal([unknown.code, unknown.stdout], [1, ''])
  assert.match(unknown.stderr, /the server doesn't have a resource type "Widget"/)
  const { code, stderr } = await waitForFile(widget, definition)
  assert.is(code, 0, stderr)
  assert.match(stderr, /^note: not found, for the server does not have their types: Widget\/w$/m)
  const other = { ...definition, metadata: { name: 'gadgets.example.org' } }
  assert.is((await waitForFile(widget, other)).code, 1)
})

test.run()
