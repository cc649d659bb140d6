import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { message, sentenceOf } from '../../../src/messages/sentence.ts'
import { lostFiles, readFolder } from '../../../src/operations/rescue/recreate-namespace.ts'
import { inWords } from '../../../src/render/words/in-words.ts'
import { processes } from '../../execute/journals.ts'

const test = suite('the folder in which a namespace was kept')

function text(kind: string, uid: string, spec: string): string {
  return `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: ${uid}\n  uid: ${uid}\nspec: {field: ${spec}}\n`
}

test('has each object as the last run saw it, and a volume as it was before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kubectl-finalize-kept-'))
  try {
    for (const [run, now] of [['20260115T120000Z-b', 'first'] as const, ['20260115T120500Z-a', 'last'] as const])
      for (const kind of ['PersistentVolume', 'ConfigMap'])
        await writeFile(join(folder, `${run}_${kind}.yaml`), text(kind, kind, now))
    await writeFile(join(folder, '20260115T120000Z-b_gone.yaml'), text('Secret', 'gone', 'first'))
    const objects = await readFolder(folder)
    assert.equal(objects.map(({ kind, spec }) => [kind, (spec as { field: string }).field]).toSorted(), [
      ['ConfigMap', 'last'],
      ['PersistentVolume', 'first'],
      ['Secret', 'first'],
    ])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('has a volume with the policy from before it was retained, also of two runs of one second', async () => {
  const policies: readonly (readonly [first: string, second: string, kept: string])[] = [
    ['Delete', 'Retain', 'Delete'],
    ['Retain', 'Delete', 'Delete'],
    ['Retain', 'Retain', 'Retain'],
  ]
  for (const [first, second, kept] of policies) {
    const folder = await mkdtemp(join(tmpdir(), 'kubectl-finalize-kept-'))
    const volume = (policy: string) =>
      text('PersistentVolume', 'pv', '').replace(/spec:.*/, `spec: {persistentVolumeReclaimPolicy: ${policy}}`)
    await writeFile(join(folder, '20260115T120000Z-a.yaml'), volume(first))
    await writeFile(join(folder, '20260115T120000Z-b.yaml'), volume(second))
    const [object] = await readFolder(folder)
    assert.is((object!.spec as { persistentVolumeReclaimPolicy: string }).persistentVolumeReclaimPolicy, kept)
    await rm(folder, { recursive: true })
  }
})

test('names a file that is no YAML, in a line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kubectl-finalize-kept-'))
  try {
    await writeFile(join(folder, 'a.yaml'), 'apiVersion: v1\nkind: Secret\nmetadata:\n  name: "x\n')
    await readFolder(folder)
    assert.unreachable()
  } catch (error) {
    assert.match(inWords(sentenceOf(error)), /^\/.*\/a\.yaml: line \d is not valid YAML: .*$/)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('lacks a file that the journal beside it names: that object is told of, and no other', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'kubectl-finalize-kept-'))
  try {
    const folder = join(directory, 'namespace_shop_1')
    await mkdir(folder)
    await writeFile(join(folder, 'b.yaml'), text('ConfigMap', 'b', 'now'))
    const kept = (name: string, to: string) => {
      const ref = { apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', namespace: 'shop', name, uid: name }
      return { ref, action: 'Keep', result: 'done', backup: join('/elsewhere', to, `${name}.yaml`) }
    }
    const steps = [kept('a', 'namespace_shop_1'), kept('b', 'namespace_shop_1'), kept('c', 'namespace_other_2')]
    const known = JSON.stringify({ at: '2026-01-15T12:00:00Z', event: 'known', steps })
    await writeFile(join(directory, '20260115T120000Z-b_journal.jsonl'), `${known}\n`)
    const ports = { ...processes, words: async () => inWords }
    const lost = await lostFiles(folder, await readFolder(folder), ports)
    assert.equal(lost, [message('FileMissing', { name: 'configmap/a', file: 'a.yaml' })])
  } finally {
    await rm(directory, { recursive: true })
  }
})

test.run()
