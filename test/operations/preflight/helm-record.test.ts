import { gzipSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { sentenceOf } from '../../../src/messages/sentence.ts'
import { decodeRelease } from '../../../src/operations/preflight/sources/helm-storage.ts'
import { inWords } from '../../../src/render/words/in-words.ts'
import { encodedRelease } from './stored-release.ts'

const test = suite('the record of a Helm release')

const packed = (text: string | Buffer) => gzipSync(text).toString('base64')

async function refused(text: string): Promise<string> {
  return decodeRelease(text).then(
    () => 'it was read',
    error => inWords(sentenceOf(error)),
  )
}

test('is read as Helm writes it, with its hooks', async () => {
  const hooks = [{ name: 'clean', kind: 'Job', events: ['pre-delete'], weight: 5, manifest: 'kind: Job' }]
  const draft = { name: 'web', namespace: 'shop', revision: 7, status: 'failed', manifest: 'kind: Pod\n', hooks }
  assert.equal(await decodeRelease(encodedRelease(draft)), {
    name: 'web',
    namespace: 'shop',
    revision: 7,
    status: 'failed',
    manifest: 'kind: Pod\n',
    hooks: [{ kind: 'Job', name: 'clean', events: ['pre-delete'] }],
  })
})

test('is read without gzip, as the first versions of Helm 2 wrote it', async () => {
  const text = JSON.stringify({ name: 'old', version: 1, manifest: '' })
  assert.is((await decodeRelease(Buffer.from(text).toString('base64'))).name, 'old')
})

test('is refused in one line where it is something else, nested very deeply, or very large when unpacked', async () => {
  for (const [text, expected] of [
    ['', 'it is no JSON'],
    ['%%%', 'it is no JSON'],
    [packed('{'), 'it is no JSON'],
    [packed('[1]'), 'it is no release of Helm'],
    [packed('null'), 'it is no release of Helm'],
    [packed('{"name": "web", "version": "1", "manifest": ""}'), 'it is no release of Helm'],
    [packed(`${'['.repeat(200_000)}${']'.repeat(200_000)}`), 'it is no release of Helm'],
    [packed('{"name": "a"}').slice(0, 20), 'it cannot be decompressed'],
    [packed(Buffer.alloc(65 << 20)), 'decompressed, it is larger than 64 MiB'],
  ] as const) {
    assert.is(await refused(text), expected, text.slice(0, 40))
  }
})

test('has hooks of a strange form, and is read all the same', async () => {
  const release = { name: 'web', version: 1, manifest: '', hooks: [null, 3, { kind: 1, events: 'x' }] }
  const { hooks } = await decodeRelease(packed(JSON.stringify(release)))
  assert.equal(hooks, Array(3).fill({ kind: '', name: '', events: [] }))
})

test.run()
