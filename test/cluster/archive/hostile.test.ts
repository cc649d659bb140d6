import { appendFileSync, mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ApiFailure } from '../../../src/api/failure.ts'
import { openArchive } from '../../../src/cluster/archive/open-archive.ts'
import { playback } from '../../../src/cluster/archive/playback.ts'
import { builtinTypes } from '../../../src/sandbox/types/builtin.ts'
import { type TemporaryFolder, temporaryFolder } from '../temporary-folder.ts'

const test = suite('an archive that is not to be trusted')

const NOW = new Date('2026-01-15T12:00:00Z')
const pod = (name: string, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'n', uid: `uid-${name}`, creationTimestamp: '2026-01-15T11:00:00Z', ...more },
})
const open = (path: string) => openArchive(path, builtinTypes, NOW)

async function tarOf(
  folder: TemporaryFolder,
  name: string,
  entries: readonly {
    name: string
    text?: string
    type?: 'symlink' | 'link' | 'character-device'
    linkname?: string
  }[],
  cut = 0,
) {
  const tar = pack()
  for (const { text = '', ...header } of entries) tar.entry(header, text)
  tar.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of tar) chunks.push(chunk as Buffer)
  const bytes = gzipSync(Buffer.concat(chunks))
  const path = join(folder.path, name)
  writeFileSync(path, bytes.subarray(0, bytes.length - cut))
  return path
}

test('writes nothing outside, whatever its entries are called, and follows no links', async () => {
  using folder = temporaryFolder()
  const secret = folder.write('outside.json', JSON.stringify(pod('outside')))
  const path = await tarOf(folder, 'a.tar.gz', [
    { name: '../../escaped.json', text: JSON.stringify(pod('up')) },
    { name: '/tmp/absolute.json', text: JSON.stringify(pod('absolute')) },
    { name: 'link.json', type: 'symlink', linkname: secret },
    { name: 'hard.json', type: 'link', linkname: secret },
    { name: 'device.json', type: 'character-device' },
  ])
  const { objects } = await open(path)
  assert.equal(
    objects.of('pods', undefined).map(each => each.name),
    ['up', 'absolute'],
  )
  const inFolder = join(folder.path, 'folder')
  mkdirSync(inFolder)
  writeFileSync(join(inFolder, 'a.json'), JSON.stringify(pod('here')))
  symlinkSync(secret, join(inFolder, 'b.json'))
  symlinkSync(inFolder, join(inFolder, 'circle'))
  assert.equal(
    (await open(inFolder)).objects.of('pods', undefined).map(each => each.name),
    ['here'],
  )
})

test('that is cut off gives what came before, and says so', async () => {
  using folder = temporaryFolder()
  const entries = Array.from({ length: 200 }, (_, index) => ({
    name: `${index}.json`,
    text: JSON.stringify(pod(`p${index}`, { labels: { noise: `${Math.sin(index)}` } })),
  }))
  const { objects, warnings } = await open(await tarOf(folder, 'a.tar.gz', entries, 600))
  const { length } = objects.of('pods', undefined)
  assert.ok(length > 0 && length < 200, `${length}`)
  assert.is(warnings.length, 1)
  assert.match(warnings[0]!, /corrupt or truncated/)
})

test('with broken parts gives the others, and names each', async () => {
  using folder = temporaryFolder()
  const root = join(folder.path, 'dump')
  folder.write('dump/good.json', JSON.stringify(pod('good')))
  folder.write('dump/torn.json', JSON.stringify(pod('torn')).slice(0, -9))
  writeFileSync(join(root, 'bytes.json'), Buffer.from([0x7b, 0xff, 0xfe, 0x7d]))
  folder.write('dump/no-uid.json', JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' } }))
  folder.write('dump/odd.yaml', 'apiVersion: v1\nkind: Pod\nmetadata: [\n')
  const { objects, warnings } = await open(root)
  assert.equal(
    objects.of('pods', undefined).map(each => each.name),
    ['good'],
  )
  assert.equal(warnings.map(each => each.split(':')[0]).sort(), ['bytes.json', 'no-uid.json', 'odd.yaml', 'torn.json'])
})

test('of YAML that would grow without end is not expanded', async () => {
  using folder = temporaryFolder()
  const laughs = Array.from(
    { length: 9 },
    (_, index) =>
      `b${index}: &b${index} [${Array(9)
        .fill(index === 0 ? 'x' : `*b${index - 1}`)
        .join(', ')}]`,
  )
  folder.write(
    'dump/laughs.yaml',
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, uid: u, namespace: n}\n${laughs.join('\n')}\n`,
  )
  folder.write(
    'dump/deep.yaml',
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b, uid: v, namespace: n}\ndata: ${'['.repeat(5000)}\n`,
  )
  folder.write('dump/good.json', JSON.stringify(pod('good')))
  const { objects, warnings } = await open(join(folder.path, 'dump'))
  assert.equal(objects.of('configmaps', undefined).length, 0)
  assert.is(warnings.length, 2)
})

/** Files in one archive. */
const MANY = 200_000

/** A zip archive of files as they are, by its specification (APPNOTE 4.3): each with its header, then the directory. */
function zipOf(files: readonly { name: string; text: string; isEncrypted?: boolean; mode?: number }[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, text, isEncrypted = false, mode = 0o100644 } of files) {
    // The traditional encryption has 12 bytes before the data.
    const [file, data] = [Buffer.from(name), Buffer.from(isEncrypted ? ' '.repeat(12) + text : text)]
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(isEncrypted ? 1 : 0, 2)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(Buffer.byteLength(text), 18)
    common.writeUInt16LE(file.length, 22)
    const more = Buffer.alloc(14)
    more.writeUInt32LE((mode << 16) >>> 0, 6)
    more.writeUInt32LE(offset, 10)
    const madeByUnix = Buffer.from([20, 3])
    directory.push(Buffer.from('PK\x01\x02'), madeByUnix, common, more, file)
    parts.push(Buffer.from('PK\x03\x04'), common, file, data)
    offset += 30 + file.length + data.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06'), end])
}

test('by zip is read as it is, but for links, what is encrypted, and what was cut off', async () => {
  using folder = temporaryFolder()
  const bytes = zipOf([
    { name: '../../up.json', text: JSON.stringify(pod('up')) },
    { name: 'link.json', text: '/etc/passwd', mode: 0o120777 },
    { name: 'secret.json', text: JSON.stringify(pod('secret')), isEncrypted: true },
    { name: 'dump/here.json', text: JSON.stringify(pod('here')) },
  ])
  const path = join(folder.path, 'a.zip')
  writeFileSync(path, bytes)
  const { objects, warnings } = await open(path)
  assert.equal(
    objects.of('pods', undefined).map(each => each.name),
    ['up', 'here'],
  )
  assert.equal(warnings, ['secret.json: it is encrypted'])
  writeFileSync(path, bytes.subarray(0, -30))
  assert.match(((await open(path).catch((error: Error) => error)) as Error).message, /corrupt or truncated/)
})

test('of very many small files takes little memory, and names few of those that are damaged', async () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'many.tar')
  const blocks = async (name: string, text: string) => {
    const tar = pack()
    tar.entry({ name }, text)
    tar.finalize()
    const chunks: Buffer[] = []
    for await (const chunk of tar) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks).subarray(0, -1024)
  }
  const thousand = Buffer.concat(Array(1000).fill(await blocks('torn.json', '{"torn":')))
  writeFileSync(path, await blocks('good.json', JSON.stringify(pod('good'))))
  for (let at = 0; at < MANY; at += 1000) appendFileSync(path, thousand)
  appendFileSync(path, Buffer.alloc(1024))
  const before = process.memoryUsage.rss()
  const { objects, warnings, warningsMore } = await open(path)
  assert.is(objects.of('pods', undefined).length, 1)
  assert.is(warnings.length + warningsMore, MANY)
  assert.ok(warnings.length <= 1000)
  const grown = (process.memoryUsage.rss() - before) >> 20
  assert.ok(grown < 150, `${grown} MiB`)
})

test('of more files than are read, as a folder, a tar or a zip, gives the first of them, and says so in one line', async () => {
  using folder = temporaryFolder()
  const files = Array.from({ length: 10 }, (_, index) => ({
    name: `${index}.json`,
    text: JSON.stringify(pod(`p${index}`)),
  }))
  // What holds no objects is not read, and does not count.
  const logs = Array.from({ length: 10 }, (_, index) => ({ name: `${index}.log`, text: 'x' }))
  for (const { name, text } of [...logs, ...files]) folder.write(`dump/${name}`, text)
  const zip = join(folder.path, 'a.zip')
  writeFileSync(zip, zipOf([...logs, ...files]))
  const paths = [join(folder.path, 'dump'), await tarOf(folder, 'a.tar.gz', [...logs, ...files]), zip]
  for (const path of paths) {
    const { objects, warnings } = await openArchive(path, builtinTypes, NOW, 7)
    assert.is(objects.of('pods', undefined).length, 7)
    assert.equal(warnings, [`${path}: only its first part is read: it has more than 7 files that may hold objects`])
    const whole = await openArchive(path, builtinTypes, NOW, 10)
    assert.is(whole.objects.of('pods', undefined).length, 10)
    assert.equal(whole.warnings, [])
  }
})

test('with an object of two times has the later one', async () => {
  using folder = temporaryFolder()
  folder.write('dump/b.json', JSON.stringify(pod('p', { resourceVersion: '9', labels: { at: 'late' } })))
  folder.write('dump/a.json', JSON.stringify(pod('p', { resourceVersion: '10', labels: { at: 'later' } })))
  const { objects } = await open(join(folder.path, 'dump'))
  assert.equal(JSON.parse(Buffer.concat(objects.get('pods', 'n', 'p')!.json(true)).toString()).metadata.labels, {
    at: 'later',
  })
})

test('without an object in it is an error that says so, as is nothing at all', async () => {
  using folder = temporaryFolder()
  const failure = async (path: string) => (await open(path).catch((error: Error) => error)) as Error
  folder.write('empty/readme.txt', 'x')
  assert.match((await failure(join(folder.path, 'empty'))).message, /contains no Kubernetes objects/)
  assert.match((await failure(folder.write('a.zip', 'PK\x03\x04xxxx'))).message, /no Kubernetes objects.*corrupt/)
  assert.match((await failure(join(folder.path, 'nothing'))).message, /the path ".+" does not exist/)
  assert.match(
    (await failure(folder.write('a.gz', '\x1f\x8bxxxxxxxxxxxxxxx'))).message,
    /corrupt|no Kubernetes objects/,
  )
})

const HEAD = {
  apiVersion: 'kubectl-finalize/v1',
  kind: 'Recording',
  takenAt: NOW.toISOString(),
  contextNamespace: 'd',
}

test('of a recording that was cut off is never taken for whole', async () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'r.gz')
  writeFileSync(path, gzipSync(`${JSON.stringify(HEAD)}\n${JSON.stringify({ end: 3 })}\n`))
  assert.match(((await open(path).catch((error: Error) => error)) as Error).message, /it is truncated/)
})

test('of a recording with an answer without a body is corrupt, and one that is nested too deeply is no answer', async () => {
  using folder = temporaryFolder()
  const request = { method: 'GET', path: '/version', form: 'whole' }
  const path = join(folder.path, 'r.gz')
  // Of other keys V8 writes objects of any depth.
  const deep = `${'{"0":'.repeat(20_000)}1${'}'.repeat(20_000)}`
  const written = (body: string) => {
    const answer = `{"status":200,"headers":{}${body}}`
    const lines = [JSON.stringify(HEAD), `{"request":${JSON.stringify(request)},"answer":${answer}}`, '{"end":1}']
    writeFileSync(path, gzipSync(`${lines.join('\n')}\n`))
    return open(path)
  }
  for (const body of ['', ',"body":null']) {
    assert.match(((await written(body).catch((error: Error) => error)) as Error).message, /is corrupt/)
  }
  const transport = playback(await written(`,"body":${deep}`))
  const failed = await transport.send({ method: 'GET', path: '/version' }).catch((error: Error) => error)
  assert.instance(failed, ApiFailure)
})

test('that unpacks to thousands of times its size is given up early, within little memory, and what came before is told', async () => {
  using folder = temporaryFolder()
  const tar = pack()
  tar.entry({ name: 'good.json' }, JSON.stringify(pod('good')))
  tar.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of tar) chunks.push(chunk as Buffer)
  // Without the end of the archive, then an entry of 16 GiB, of which 1 GiB is there.
  const entries = Buffer.concat(chunks).subarray(0, -1024)
  const header = Buffer.alloc(512)
  header.write('noise.log')
  header.write('0000644\0', 100)
  header.write('177777777777', 124)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  const zeros = gzipSync(Buffer.alloc(64 << 20))
  const path = join(folder.path, 'bomb.tar.gz')
  writeFileSync(path, Buffer.concat([gzipSync(Buffer.concat([entries, header])), ...Array(16).fill(zeros)]))
  const before = process.memoryUsage.rss()
  const { objects, warnings } = await open(path)
  assert.equal(
    objects.of('pods', undefined).map(each => each.name),
    ['good'],
  )
  assert.match(warnings.join(), /only its first part is read: it decompresses to more than 200 times its size/)
  const grown = (process.memoryUsage.rss() - before) >> 20
  assert.ok(grown < 200, `${grown} MiB`)
})

test('with a file that is far too large does not read it', async () => {
  using folder = temporaryFolder()
  folder.write('dump/good.json', JSON.stringify(pod('good')))
  truncateSync(folder.write('dump/huge.json', '{'), 600 << 20)
  const { objects, warnings } = await open(join(folder.path, 'dump'))
  assert.is(objects.of('pods', undefined).length, 1)
  assert.match(warnings.join(), /huge\.json: it is larger than 512 MiB/)
  const alone = (await open(join(folder.path, 'dump/huge.json')).catch((error: Error) => error)) as Error
  assert.match(alone.message, /larger than 512 MiB/)
})

test('with objects that are nested without end gives the others', async () => {
  using folder = temporaryFolder()
  const deep = JSON.stringify({ ...pod('deep'), spec: 0 }).replace(
    '"spec":0',
    `"spec":{"deep":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
  )
  folder.write('dump/deep.json', deep)
  folder.write('dump/good.json', JSON.stringify(pod('good')))
  const { objects, warnings } = await open(join(folder.path, 'dump'))
  assert.equal(
    objects.of('pods', undefined).map(each => each.name),
    ['good'],
  )
  assert.match(warnings.join(), /deep\.json: an object in it is nested too deeply/)
})

test('writes nothing at all', async () => {
  using folder = temporaryFolder()
  const path = await tarOf(folder, 'a.tar.gz', [{ name: 'sub/../../a.json', text: JSON.stringify(pod('a')) }])
  const all = () => readdirSync(folder.path, { recursive: true }).sort()
  const before = all()
  await open(path)
  assert.equal(all(), before)
})

test.run()
