import { lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import process from 'node:process'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse } from 'yaml'
import type { KubeObject } from '../../src/api/object.ts'
import { runName } from '../../src/execute/journal.ts'
import { sentenceOf } from '../../src/messages/sentence.ts'
import { parseBackup } from '../../src/operations/restore/parse-backup.ts'
import { backupFolder } from '../../src/operations/write/tools-for.ts'
import { inWords } from '../../src/render/words/in-words.ts'
import { temporaryFolder } from '../cluster/temporary-folder.ts'

const test = suite('backups')

const NOW = new Date('2026-01-15T12:00:00.123Z')
const UID = '0a1b2c3d-0000-4000-8000-000000000000'

function object(name = 'x', rest: object = {}): KubeObject {
  return { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name, namespace: 'shop', uid: UID }, ...rest }
}

function refOf({ apiVersion, kind, metadata: { name, namespace = '', uid } }: KubeObject) {
  return { apiVersion, kind, resource: 'widgets.example.com', namespace, name, uid }
}

const mode = (path: string): number => statSync(path).mode & 0o777

/** Runs with another umask, as a user's shell may have it. */
async function underUmask<Value>(umask: number, work: () => Promise<Value>): Promise<Value> {
  const before = process.umask(umask)
  try {
    return await work()
  } finally {
    process.umask(before)
  }
}

async function messageOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'it went well',
    (error: unknown) => inWords(sentenceOf(error)),
  )
}

test('hold the object as it is, under a name that tells it', async () => {
  using folder = temporaryFolder()
  const kept = object('x', {
    spec: {
      size: 3,
      serial: 9007199254740993n,
      words: ['yes', '010', '12:30', 'a\n b \n\n', '\u2028', '#', '', '\x1b'],
    },
  })
  const path = await (await backupFolder(folder.path, runName(NOW), NOW)).keep(refOf(kept), kept)
  assert.equal(parseBackup(readFileSync(path, 'utf8'), path), kept)
  assert.match(path, new RegExp(`/20260115T120000Z-[0-9a-f]{6}_widgets\\.example\\.com_shop_x_${UID}\\.yaml$`))
})

test('that were cut short anywhere are noticed, though what is left may be an object', async () => {
  using folder = temporaryFolder()
  const kept = object('x', { data: { a: 'one', b: 'two\nlines\n\n\n' } })
  const path = await (await backupFolder(folder.path, runName(NOW), NOW)).keep(refOf(kept), kept)
  const text = readFileSync(path, 'utf8').trimEnd()
  for (let end = 0; end < text.length; end++) assert.throws(() => parseBackup(text.slice(0, end), path), undefined)
  assert.throws(
    () => parseBackup(text.slice(0, text.indexOf('  b:')), path),
    (error: unknown) => /: it is cut short: its last line is missing$/.test(inWords(sentenceOf(error))),
  )
  assert.equal(parseBackup(text, path), kept)
})

test('quote what kubectl would read as something else', async () => {
  using folder = temporaryFolder()
  const kept = object('x', { data: { a: 'yes', b: '0123', c: '2001-01-01', d: '1e3', e: '1_000' } })
  const path = await (await backupFolder(folder.path, runName(NOW), NOW)).keep(refOf(kept), kept)
  assert.equal(parse(readFileSync(path, 'utf8'), { version: '1.1' }), kept)
})

for (const umask of [0o000, 0o022, 0o777]) {
  test(`are the user's alone under the umask ${umask.toString(8)}`, async () => {
    using folder = temporaryFolder()
    const path = await underUmask(umask, async () =>
      (await backupFolder(join(folder.path, 'made'), runName(NOW), NOW)).keep(refOf(object()), object()),
    )
    assert.is(mode(path), 0o600)
    assert.is(mode(dirname(path)), 0o700)
  })
}

test('go into a folder of the user without changing its mode', async () => {
  using folder = temporaryFolder()
  const own = join(folder.path, 'own')
  mkdirSync(own, { mode: 0o755 })
  const path = await (await backupFolder(own, runName(NOW), NOW)).keep(refOf(object()), object())
  assert.is(mode(own), 0o755)
  assert.is(mode(path), 0o600)
})

test('of one run are one file an object, with its last state; two runs in one second are two files', async () => {
  using folder = temporaryFolder()
  const [first, second] = [
    await backupFolder(folder.path, runName(NOW), NOW),
    await backupFolder(folder.path, runName(NOW), NOW),
  ]
  const [early, late] = [object('x', { spec: 1 }), object('x', { spec: 2 })]
  const path = await first.keep(refOf(early), early)
  assert.is(await first.keep(refOf(late), late), path)
  const other = await second.keep(refOf(early), early)
  assert.is.not(other, path)
  assert.equal(parse(readFileSync(path, 'utf8')).spec, 2)
  assert.equal(parse(readFileSync(other, 'utf8')).spec, 1)
  assert.is(readdirSync(folder.path).length, 2)
})

test('have lists of what is left behind beside them, of the same run and as safe', async () => {
  using folder = temporaryFolder()
  const backups = await backupFolder(folder.path, runName(NOW), NOW)
  const [ref, leaks] = [refOf(object()), ['s3://b (status.url)', 'yes', '\x1b\x85\u2028\x7f']]
  const path = await underUmask(0o000, () => backups.keepList('stranded_../shop', [{ ref, leaks }]))
  assert.is(mode(path), 0o600)
  const run = (await backups.keep(ref, object())).split('_')[0]!
  assert.is(path, `${run}_stranded_..-shop.yaml`)
  const text = readFileSync(path, 'utf8')
  assert.is(text.match(/^.*s3:.*$/gm)!.length, 1)
  assert.not.match(text, /[^\n -~]/)
  assert.equal(parse(text, { version: '1.1' }), {
    apiVersion: 'kubectl-finalize/v1',
    kind: 'LeftBehind',
    takenAt: NOW.toISOString(),
    items: [{ ref, leaks }],
  })
  mkdirSync(`${run}_taken.yaml.part`)
  assert.match(await messageOf(backups.keepList('taken', [])), /cannot be written, so nothing on it is changed/)
})

test('replace a link that somebody put in their place, and write through none', async () => {
  using folder = temporaryFolder()
  const victim = folder.write('victim', 'precious')
  const backups = await backupFolder(join(folder.path, 'backups'), runName(NOW), NOW)
  const path = await backups.keep(refOf(object()), object())
  symlinkSync(victim, `${path}.part`)
  assert.match(
    await messageOf(backups.keep(refOf(object()), object())),
    /cannot be written, so it is not changed: EEXIST/,
  )
  assert.ok(lstatSync(path).isFile())
  assert.is(folder.read('victim'), 'precious')
})

test('leave nothing half written when they fail', async () => {
  using folder = temporaryFolder()
  const backups = await backupFolder(folder.path, runName(NOW), NOW)
  const path = await backups.keep(refOf(object()), object())
  const other = object('y')
  const taken = path.replace('_x_', '_y_')
  mkdirSync(taken)
  writeFileSync(join(taken, 'full'), '')
  assert.match(await messageOf(backups.keep(refOf(other), other)), /so it is not changed/)
  assert.equal(
    readdirSync(folder.path).toSorted(),
    [path, taken].map(each => each.slice(folder.path.length + 1)).toSorted(),
  )
})

test('take names of any length and any characters', async () => {
  using folder = temporaryFolder()
  const backups = await backupFolder(folder.path, runName(NOW), NOW)
  const long = { ...refOf(object('system:a/b\\c*'.repeat(20))), resource: 'r'.repeat(253), namespace: 'n'.repeat(63) }
  const path = await backups.keep(long, object())
  assert.match(path.slice(folder.path.length + 1), /^[\w.-]{1,250}\.yaml$/)
  const twin = await backups.keep({ ...long, uid: `${UID.slice(0, -1)}1` }, object())
  assert.is.not(twin, path)
})

test('have an absolute path, whatever the folder was called', async () => {
  using folder = temporaryFolder()
  const before = process.cwd()
  process.chdir(folder.path)
  try {
    const path = await (await backupFolder('here/below', runName(NOW), NOW)).keep(refOf(object()), object())
    assert.ok(isAbsolute(path))
    assert.ok(path.includes('/here/below/'))
  } finally {
    process.chdir(before)
  }
})

test('refuse a folder that is none, or that cannot be made or written, before anything is changed', async () => {
  using folder = temporaryFolder()
  const file = folder.write('file', '')
  const link = join(folder.path, 'link')
  symlinkSync(join(folder.path, 'nowhere'), link)
  for (const path of [file, join(file, 'below'), link]) {
    assert.match(
      await messageOf(backupFolder(path, runName(NOW), NOW)),
      /^the backup directory .+ cannot be used, so nothing is changed: /,
    )
  }
  assert.match(await messageOf(backupFolder(file, runName(NOW), NOW)), /a file with that name exists/)
})

// The superuser may write where modes say no; /proc takes no file from anybody.
const onLinux = process.platform === 'linux' ? test : test.skip

onLinux('refuse a folder that takes no files', async () => {
  assert.match(
    await messageOf(backupFolder('/proc/kubectl-finalize', runName(NOW), NOW)),
    /cannot be used, so nothing is changed/,
  )
  const refused = await messageOf(
    backupFolder('/proc', runName(NOW), NOW).then(backups => backups.keep(refOf(object()), object())),
  )
  assert.match(refused, /so (nothing is|it is not) changed/)
})

test.run()
