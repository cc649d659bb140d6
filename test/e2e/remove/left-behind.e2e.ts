import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse } from 'yaml'
import type { Explanation } from '../../../src/render/words/explanation.ts'
import type { Step } from '../../../src/render/words/outcome.ts'
import { ownManager, stuckObject } from '../explain/operator.ts'
import { crd, namespace, run } from '../rig/rig.ts'
import { openTerminal } from '../rig/terminal.ts'
import { removed, stuckConfigMap } from './removed.ts'

const test = suite('what a removal leaves behind')

const COUNT = 12

/** A dozen objects of a type whose operator is gone, each with the id of something outside of the cluster. */
async function setup() {
  const place = await namespace()
  const buckets = await crd({ kind: 'Bucket' })
  const names = Array.from({ length: COUNT }, (_, index) => `b${index}`)
  const manager = ownManager(buckets)
  for (const name of names)
    await stuckObject(buckets, place, name, { manager, status: { bucketURL: `s3://${place}-${name}` } })
  const urls = names.map(name => `s3://${place}-${name} (status.bucketURL)`).toSorted()
  return { place, buckets, names, urls, set: ['--finalizer', `${buckets.group}/cleanup`, '-n', place] }
}

const leaksOf = (steps: readonly Partial<Step>[]) => steps.flatMap(({ leaks = [] }) => leaks).toSorted()

test('of a dozen objects: every id in explain, plan and Outcome, right counts in text, and a file before the first change', async () => {
  const { place, urls, names, set } = await setup()
  const { stdout } = await run(['explain', '-n', place, '-o', 'json'])
  const { causes } = JSON.parse(stdout) as Explanation
  const removal = causes.flatMap(({ remedies }) => remedies).find(({ kind }) => kind === 'remove')!
  assert.equal(removal.leaks.toSorted(), urls)
  const words = async (args: readonly string[]) => (await run(args)).stdout.replaceAll(/\s+/g, ' ')
  assert.match(
    await words(['explain', '-n', place]),
    /leaves behind: s3:[^;]*; s3:[^;]*; s3:[^;]*; and 9 more \(all of them in -o json\)/,
  )
  for (const dryRun of ['client', 'server']) {
    const text = await words(['remove', ...set, `--dry-run=${dryRun}`])
    assert.ok(urls.every(url => text.includes(url)))
    assert.equal(leaksOf((await removed([...set, `--dry-run=${dryRun}`])).steps), urls)
  }
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-left-'))
  try {
    const answer = await removed([...set, '--backup-dir', folder])
    assert.equal([answer.code, leaksOf(answer.steps)], [0, urls])
    assert.match(answer.stderr, 'and 7 more (--dry-run=client shows all)')
    const [, path = ''] = /^list of what is left behind: (.*)$/m.exec(answer.stderr) ?? []
    assert.ok(answer.stderr.indexOf('list of what is left') < answer.stderr.indexOf('backup: '))
    assert.is(statSync(path).mode & 0o777, 0o600)
    const list = parse(readFileSync(path, 'utf8'))
    assert.equal([list.kind, leaksOf(list.items)], ['LeftBehind', urls])
    assert.equal(list.items.map(({ ref }: Step) => ref.name).toSorted(), names.toSorted())
    // A backup of each, the list, and the journal of the run.
    assert.is(readdirSync(folder).length, COUNT + 2)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a set ends with its total; a wrong word for it is one line, and every step in JSON', async () => {
  const { place, buckets } = await setup()
  const set = ['remove', '--finalizer', `${buckets.group}/cleanup`, '-n', place]
  {
    await using terminal = openTerminal(set, { columns: 80 })
    await terminal.sees(`Type "${COUNT}" to confirm:`)
    terminal.type('11\r')
    assert.is(await terminal.ended(), 3)
    assert.match(
      terminal.said,
      `${COUNT} objects: removal of finalizer ${buckets.group}/cleanup refused: not confirmed`,
    )
    assert.is(terminal.said.match(/not confirmed/g)!.length, 1)
  }
  const nobody = await run([...set, '-o', 'json'])
  assert.is((JSON.parse(nobody.stdout).steps as readonly Step[]).length, COUNT)
  const { stderr, stdout, code } = await run([...set, '--yes'])
  assert.is(code, 0)
  assert.is(stdout.trimEnd().split('\n').length, COUNT)
  assert.match(stderr, /\n12 removed, 0 failed; backups in \S+\/backups\n$/)
})

test('Esc leaves the choice, which says so: nothing is changed', async () => {
  const place = await namespace()
  await stuckConfigMap(place, 'held')
  await using terminal = openTerminal(['remove', '-n', place])
  await terminal.sees('configmap/held')
  await terminal.sees('esc, ctrl-c leave')
  terminal.type('\u001b')
  assert.is(await terminal.ended(), 130)
  assert.match(terminal.text, 'nothing was changed')
})

test.run()
