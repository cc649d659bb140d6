import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse } from 'yaml'
import { createJournal } from '../../src/execute/journal.ts'
import { journalFile } from '../../src/execute/journal-file.ts'
import type { Change } from '../../src/plan/outcome.ts'
import { temporaryFolder } from '../cluster/temporary-folder.ts'
import { faultsOf } from '../docs/schema.ts'
import { invoked } from '../execute/journals.ts'
import { refOf, terminating } from '../execute/removals.ts'
import { headless } from '../headless.ts'
import { unlikely } from '../unlikely-names.ts'

const test = suite('log')

const BUCKET = ['remove', 'bucket/ledger', '-n', 'reports', '--finalizer', 'objectstore.example.com/bucket', '--yes']

/** A folder with the journal of one real run. */
async function withRun() {
  const folder = temporaryFolder()
  const { code } = await headless([...BUCKET, '--sandbox=operator-uninstalled', '--backup-dir', folder.path])
  assert.is(code, 0)
  const file = readdirSync(folder.path).find(name => name.endsWith('_journal.jsonl'))!
  return { folder, run: file.replace('_journal.jsonl', ''), path: join(folder.path, file) }
}

const logged = (folder: { readonly path: string }, ...words: readonly string[]) =>
  headless(['log', ...words, '--backup-dir', folder.path])

test('lists a run, and shows it, in every form; the schema describes both', async () => {
  const { folder, run } = await withRun()
  using _ = folder
  const table = await logged(folder)
  assert.match(table.stdout, /^RUN +AGE +RESULT +SENT +UNKNOWN +CLUSTER +COMMAND\n/)
  assert.match(
    table.stdout,
    new RegExp(`^${run} +0s +ended \\(0\\) +1 +0 +the sandbox operator-uninstalled +remove `, 'm'),
  )
  assert.is((await logged(folder, '--no-headers')).stdout.includes('CLUSTER'), false)
  assert.is((await logged(folder, '-o', 'name')).stdout, `${run}\n`)
  assert.is((await logged(folder, run, '-o', 'name')).stdout, `${run}\n`)
  for (const [words, kind] of [
    [[], 'RunList'],
    [[run], 'Run'],
  ] as const) {
    const json = JSON.parse((await logged(folder, ...words, '-o', 'json')).stdout)
    assert.is(json.kind, kind)
    assert.equal(faultsOf(json, { described: true }), [])
    assert.equal(parse((await logged(folder, ...words, '-o', 'yaml')).stdout), json)
  }
  const { stdout } = await logged(folder, run)
  for (const part of ['Shown:', 'Confirmed:', 'Sent:', 'Results:', 'removed finalizer', '(--yes)'])
    assert.match(stdout, part)
})

test('tells a run whose process is gone as died, with what it sent and how to look it up', async () => {
  const { folder, run, path } = await withRun()
  using _ = folder
  const lines = readFileSync(path, 'utf8').split('\n')
  const upTo = lines.findIndex(line => line.includes('"event":"sent"'))
  truncateSync(path, Buffer.byteLength(`${lines.slice(0, upTo + 1).join('\n')}\n`))
  const it = JSON.parse((await logged(folder, run, '-o', 'json')).stdout)
  assert.equal([it.result, it.exitCode, it.sent, it.unknown], ['died', undefined, 1, 1])
  assert.equal(faultsOf(it, { described: true }), [])
  const [{ result, commands }] = it.steps
  assert.equal([result, commands], ['failed', ['kubectl get buckets.objectstore.example.com/ledger -n reports']])
  const { stdout } = await logged(folder, run)
  assert.match(stdout, /killed, crashed or its disk full after \S+; 1 change sent, of 1 the result is not known/)
  assert.match(stdout, '    kubectl get buckets.objectstore.example.com/ledger -n reports\n')
})

test('tells what was planned and not begun; a journal without the plan tells of the run as before', async () => {
  const { folder, run, path } = await withRun()
  using _ = folder
  const asked = async () => JSON.parse((await logged(folder, run, '-o', 'json')).stdout)
  assert.equal((await asked()).notBegun, [])
  const whole = readFileSync(path, 'utf8')
  const lines = whole.split('\n')
  const upTo = lines.findIndex(line => line.includes('"event":"planned"'))
  writeFileSync(path, `${lines.slice(0, upTo + 1).join('\n')}\n`)
  const killed = await asked()
  assert.equal(
    killed.notBegun.map((each: Change) => [each.action, each.finalizer, each.ref.name]),
    [['RemoveFinalizer', 'objectstore.example.com/bucket', 'ledger']],
  )
  assert.equal([killed.sent, faultsOf(killed, { described: true })], [0, []])
  const { stdout } = await logged(folder, run)
  assert.match(stdout, 'Not sent (1 of 1):\n  RemoveFinalizer objectstore.example.com/bucket of bucket')
  // As earlier releases wrote it.
  const plain = lines[upTo]!.replaceAll(/,"resourceVersion":"\d+"/g, '')
  assert.not.equal(plain, lines[upTo])
  writeFileSync(path, `${[...lines.slice(0, upTo), plain].join('\n')}\n`)
  const { resourceVersion, ...before } = killed.notBegun[0]
  assert.equal([typeof resourceVersion, (await asked()).notBegun], ['string', [before]])
  const planned = JSON.parse(plain)
  const [[change]] = planned.waves
  const more = [
    { ...change, action: 'Delete', propagation: 'Orphan' },
    { ...change, action: 'ScaleUp', undoes: true },
  ]
  writeFileSync(path, `${[...lines.slice(0, upTo), JSON.stringify({ ...planned, waves: [more] })].join('\n')}\n`)
  const told = (await logged(folder, run)).stdout
  assert.match(told, 'bucket/ledger in namespace reports, Orphan\n  ScaleUp')
  assert.match(told, 'bucket/ledger in namespace reports, sets back what the run changes\n')
  writeFileSync(path, whole.replace(/^.*"event":"planned".*\n/m, ''))
  assert.equal((await asked()).notBegun, [])
})

test('says of a journal without the beginning of a run that nothing can be read in it', async () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'empty_journal.jsonl')
  for (const text of ['', 'x', '{"at":"2026-01-15T12:00:01Z","event":"of another program"}\n']) {
    writeFileSync(path, text)
    for (const words of [[], ['empty']]) {
      assert.is((await logged(folder, ...words)).stderr, `note: ${path} has no beginning of a run that can be read\n`)
      assert.is(JSON.parse((await logged(folder, ...words, '-o', 'json')).stdout).complete, false)
    }
    assert.not.match((await logged(folder, 'empty')).stdout, 'Results:')
  }
})

test('passes over a torn last line, and counts every other that is no event', async () => {
  const { folder, run, path } = await withRun()
  using _ = folder
  appendFileSync(path, '{"at":"2026-01-15T12:00:01Z","event":"kno')
  assert.equal(
    [(await logged(folder)).stderr, JSON.parse((await logged(folder, '-o', 'json')).stdout).complete],
    ['', true],
  )
  const bad = ['', '{}', 'null', '[]', '{"at":1,"event":"sent"}', '{"at":"x","event":"sent","changes":[{"ref":{}}]}']
  appendFileSync(path, `\n${bad.join('\n')}\n{"at":"x","event":"of a later version"}\n`)
  const { code, stdout, stderr } = await logged(folder, run, '-o', 'json')
  assert.is(code, 0)
  assert.equal([JSON.parse(stdout).complete, JSON.parse(stdout).result], [false, 'ended'])
  assert.match(stderr, 'note: 6 lines of ')
})

test('writes out whatever cannot be seen, wherever it comes from', async () => {
  using folder = temporaryFolder()
  for (const [index, name] of unlikely.entries()) {
    const journal = createJournal(`20260115T1200${10 + index}Z-000000`, () => new Date())
    journal.keepIn(journalFile(folder.path, journal.run))
    const ref = { ...refOf(terminating()), name, namespace: name, kind: name }
    const change = { ref, action: 'RemoveFinalizer', finalizer: name } as const
    journal.record({
      event: 'begun',
      run: name,
      command: name,
      dryRun: 'none',
      ...invoked.invocation(),
      commandLine: name,
    })
    journal.record({ event: 'connected', place: name })
    journal.record({ event: 'shown', text: `a plan of ${name}\n` })
    journal.record({ event: 'agreed', to: name, by: name })
    await journal.sent([change], { what: name, commands: [name] })
    await journal.close()
    for (const words of [[], [journal.run]]) {
      const { stdout, stderr } = await logged(folder, ...words)
      assert.not.match(`${stdout}${stderr}`, /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    }
  }
})

test('lists 1,000 runs within seconds', async () => {
  const { folder, path } = await withRun()
  using _ = folder
  for (let index = 0; index < 1000; index++)
    copyFileSync(path, join(folder.path, `20250115T${String(index).padStart(6, '0')}Z-000000_journal.jsonl`))
  const began = performance.now()
  const { stdout } = await logged(folder)
  assert.is(stdout.split('\n').length, 1003)
  assert.ok(performance.now() - began < 10_000)
})

test('reads files alone: no folder, no link, and nothing outside of the directory', async () => {
  const { folder, run, path } = await withRun()
  using _ = folder
  using other = temporaryFolder()
  mkdirSync(join(other.path, 'folder_journal.jsonl'))
  symlinkSync(path, join(other.path, 'link_journal.jsonl'))
  const { code, stdout, stderr } = await logged(other)
  assert.equal([code, stdout, stderr], [0, '', `No runs found in ${other.path}.\n`])
  for (const name of ['link', `../${folder.path.split('/').at(-1)}/${run}`, '']) {
    const wrong = await logged(other, name)
    assert.equal([wrong.code, wrong.stdout], [1, ''])
    assert.match(wrong.stderr, /^error: run "[^"]*" not found in /)
  }
})

test('is wrong usage with two runs; without a home and a directory it is an error that says so', async () => {
  assert.is((await headless(['log', 'a', 'b'])).code, 2)
  assert.is((await headless(['log', '--backup-dir='])).code, 2)
  const { code, stderr } = await headless(['log'])
  assert.is(code, 1)
  assert.match(stderr, 'specify a directory with --backup-dir')
  assert.is((await headless(['log', '--backup-dir', '/no/such/folder'])).stderr, 'No runs found in /no/such/folder.\n')
  assert.is((await headless(['log', '--backup-dir', import.meta.filename])).code, 1)
})

test.run()
