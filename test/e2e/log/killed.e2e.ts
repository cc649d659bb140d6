import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { mapConcurrently } from '../../../src/cluster/map-concurrently.ts'
import { removeAtEnd } from '../../control-plane/process-group.ts'
import {
  backup,
  buckets,
  endedNamespace,
  forcedNamespace,
  four,
  heldNamespace,
  oneObject,
  stuckBucket,
  twoGroups,
} from '../faults/scenes.ts'
import type { Stage } from '../faults/step-through.ts'
import { type Fault, faultyServer, type Seen } from '../rig/faulty-server.ts'
import { namespace, run } from '../rig/rig.ts'

const test = suite('log, of runs that were killed')

/** Programs that run at once. */
const AT_ONCE = 4

interface Change {
  readonly ref: { readonly name: string; readonly kind: string }
  readonly action: string
}

interface Logged {
  readonly result: string
  readonly sent: number
  readonly unknown: number
  readonly complete: boolean
  readonly shown: string
  readonly agreed: readonly { readonly by: string }[]
  readonly changes: readonly Change[]
  readonly steps: readonly (Change & {
    readonly result: string
    readonly message?: string
    readonly commands?: string[]
  })[]
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'kubectl-finalize-backups-'))
  removeAtEnd(made)
  return made
}

async function answer(words: readonly string[]): Promise<unknown> {
  const { code, stdout, stderr } = await run(['log', ...words, '-o', 'json'])
  assert.equal([code, stderr], [0, ''])
  return JSON.parse(stdout)
}

/** Every run in a folder, as `log RUN` tells it. */
async function logged(directory: string): Promise<readonly (Logged & { readonly run: string })[]> {
  const { items } = (await answer(['--backup-dir', directory])) as { items: readonly { run: string }[] }
  return Promise.all(
    items.map(async ({ run }) => ({ run, ...((await answer([run, '--backup-dir', directory])) as Logged) })),
  )
}

/** The name of what a request changes. */
function nameOf({ method, path, body }: Seen): string {
  if (method === 'POST') return JSON.parse(body).metadata.name
  return path
    .replace(/\/finalize$/, '')
    .split('/')
    .at(-1)!
}

type Moment = 'before the server has it' | 'when the server has done it'

const kills: Readonly<Record<Moment, Fault>> = {
  'before the server has it': ({ signal }) => signal('SIGKILL'),
  'when the server has done it': async ({ forward, signal }) => {
    await forward()
    signal('SIGKILL')
  },
}

/** Runs a scene, killed at its write of this number; without one to its end. Gives the writes that the server saw. */
async function killedAt(stage: Stage, at: number, moment: Moment, directory: string): Promise<readonly Seen[]> {
  const scene = await stage()
  try {
    let writes = 0
    await using server = await faultyServer(({ isWrite }) => (isWrite && writes++ === at ? kills[moment] : undefined))
    const { env, onStart } = server
    const ran = await run([...scene.words, '--backup-dir', directory], { env, onStart })
    assert.is(ran.signal, at < writes ? 'SIGKILL' : null, ran.stderr)
    return server.requests.filter(({ isWrite }) => isWrite)
  } finally {
    await scene.clear?.()
  }
}

/** What its journal tells of a run that was killed at a write, which is the last of `writes` or beside it. */
async function tells(directory: string, writes: readonly Seen[], killed: Seen): Promise<void> {
  const [it, ...others] = await logged(directory)
  assert.is(others.length, 0)
  const { run: name, result, complete, shown, agreed, changes, steps, sent, unknown } = it!
  assert.equal([result, complete, agreed.length >= 1], ['died', true, true])
  assert.match(shown, nameOf(killed))
  for (const each of writes) {
    assert.ok(
      changes.some(({ ref }) => ref.name === nameOf(each)),
      `${each.method} of ${nameOf(each)} was sent, and is not told`,
    )
  }
  assert.ok(sent >= writes.length && unknown >= 1)
  const open = steps.filter(({ message = '' }) => message.startsWith('sent, outcome unknown'))
  assert.is(open.length, unknown)
  const own = open.find(({ ref }) => ref.name === nameOf(killed))!
  assert.match(own.commands![0]!, /^kubectl get \S+\/\S+/)

  const { code, stdout } = await run(['log', name, '--backup-dir', directory])
  assert.is(code, 0)
  assert.match(stdout, /killed, crashed or its disk full after .*; \d+ changes? sent, of \d+ the result is not known/)
  assert.match(stdout, own.commands![0]!)
}

const scenes: Readonly<Record<string, Stage>> = {
  'remove of one object': oneObject,
  'remove of a set': four,
  'namespace, held by one object': heldNamespace,
  'namespace, by force': forcedNamespace,
  'namespace, ended by force before': endedNamespace,
  'replay of two groups': twoGroups,
  restore: backup,
}

for (const [title, stage] of Object.entries(scenes)) {
  test(`${title}: killed at each of its writes, it is told what was sent`, async () => {
    const directory = folder()
    const writes = await killedAt(stage, Number.POSITIVE_INFINITY, 'before the server has it', directory)
    const [whole] = await logged(directory)
    assert.equal([whole!.result, whole!.unknown, writes.length > 0], ['ended', 0, true])
    const trials = writes.flatMap((_, at) => (Object.keys(kills) as Moment[]).map(moment => ({ at, moment })))
    await mapConcurrently(AT_ONCE, trials, async ({ at, moment }) => {
      const own = folder()
      const seen = await killedAt(stage, at, moment, own)
      await tells(own, seen, seen[at]!)
    })
  })
}

test('runs at once in one folder are told apart', async () => {
  const directory = folder()
  const place = await namespace()
  const names = ['a', 'b', 'c']
  const { resource } = await buckets()
  const things = await Promise.all(names.map(name => stuckBucket(place, name)))
  await Promise.all(
    things.map(({ metadata: { name } }) =>
      run(['remove', `${resource}/${name}`, '-n', place, '--yes', '--backup-dir', directory]),
    ),
  )
  const runs = await logged(directory)
  assert.equal(
    runs.map(({ changes, result }) => [result, ...changes.map(({ ref }) => ref.name)].join(' ')).toSorted(),
    names.map(name => `ended ${name}`),
  )
})

test('a run that changes nothing leaves no journal', async () => {
  const directory = folder()
  const place = await namespace()
  const { kind } = await stuckBucket(place, 'one')
  for (const words of [[], ['--yes', '--dry-run=client'], ['--yes', '--dry-run=server']]) {
    await run(['remove', `${kind}/one`, '-n', place, '--backup-dir', directory, ...words])
  }
  const { code, stdout, stderr } = await run(['log', '--backup-dir', directory])
  assert.equal([code, stdout, stderr], [0, '', `No runs found in ${directory}.\n`])
})

test.run()
