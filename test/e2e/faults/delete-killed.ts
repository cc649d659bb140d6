import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { parse } from 'yaml'
import { mapConcurrently } from '../../../src/cluster/map-concurrently.ts'
import { accountsOf } from '../../../src/execute/account.ts'
import { eventsOf, journalsIn } from '../delete/deleted.ts'
import { type Fault, faultyServer, type Seen } from '../rig/faulty-server.ts'
import { run } from '../rig/rig.ts'
import { isChange, writtenBy } from './account.ts'
import type { DeleteScene } from './delete-scenes.ts'

/** Programs that run at once. */
const AT_ONCE = 6

const KILLS: Readonly<Record<string, Fault>> = {
  'before the server has it': ({ signal }) => signal('SIGKILL'),
  'when the server has done it': async ({ forward, signal }) => {
    await forward()
    signal('SIGKILL')
  },
}

export interface Killed<S> {
  readonly scene: S
  readonly backups: string
}

/**
 * Kills `delete` at each of its writes, on something new each time, before the server has it and when it has done it, and fails with all that did not
 * hold: its journal has each write that was sent, each changed object has a backup, and what `after` finds. `oneOf`: of the writes that many
 * are tried, ever another moment; all where KUBECTL_FINALIZE_FAULTS is `all`.
 */
export async function killedAtEach<S extends DeleteScene>(
  stage: () => Promise<S>,
  after: (killed: Killed<S>) => Promise<readonly string[]>,
  oneOf = 1,
): Promise<void> {
  const writes = await onNew(stage, async ({ scene, backups }) => killedAt(scene, -1, () => undefined, backups))
  assert.ok(writes.length >= 2)
  const all = writes.flatMap((_, at) => Object.keys(KILLS).map(moment => ({ at, moment })))
  const plans = process.env.KUBECTL_FINALIZE_FAULTS === 'all' ? all : all.filter((_, index) => index % oneOf === 0)
  const reports: string[] = []
  await mapConcurrently(AT_ONCE, plans, async ({ at, moment }) => {
    const problems = await onNew(stage, async killed => {
      const seen = await killedAt(killed.scene, at, KILLS[moment]!, killed.backups)
      return [...journalProblems(seen, killed.backups), ...(await after(killed))]
    }).catch(error => [String(error.stack)])
    const { method, path } = writes[at]!
    if (problems.length > 0) reports.push([`${moment}, write ${at}: ${method} ${path}`, ...problems].join('\n  ✘ '))
  })
  console.log(`\n${plans.length} runs killed`)
  if (reports.length > 0) console.log(reports.join('\n'))
  assert.is(reports.length, 0, `${reports.length} of ${plans.length} runs do not hold, see above`)
}

async function onNew<S extends DeleteScene, T>(
  stage: () => Promise<S>,
  use: (killed: Killed<S>) => Promise<T>,
): Promise<T> {
  const scene = await stage()
  const backups = mkdtempSync(join(tmpdir(), 'kubectl-finalize-backups-'))
  try {
    return await use({ scene, backups })
  } finally {
    await scene.clear?.()
    rmSync(backups, { recursive: true, force: true })
  }
}

/** Gives the writes that it asked for. */
async function killedAt({ words }: DeleteScene, at: number, kill: Fault, backups: string): Promise<readonly Seen[]> {
  let writes = 0
  await using server = await faultyServer(({ isWrite }) => (isWrite && writes++ === at ? kill : undefined))
  const { env, onStart, requests } = server
  const { signal, stderr } = await run([...words, '--backup-dir', backups], { env, onStart })
  assert.is(signal, at < 0 ? null : 'SIGKILL', `of ${writes} writes ${at} was not reached\n${stderr}`)
  return requests.filter(isChange)
}

function journalProblems(seen: readonly Seen[], backups: string): readonly string[] {
  const [journal, ...others] = journalsIn(backups)
  if (journal === undefined || others.length > 0) return [`${others.length} journals of one run`]
  const sent = accountsOf(eventsOf(journal)).filter(({ sends }) => sends > 0)
  const kept = readdirSync(backups)
    .filter(file => file.endsWith('.yaml'))
    .map(file => parse(readFileSync(join(backups, file), 'utf8'))?.metadata?.name)
  return seen
    .map(writtenBy)
    .flatMap(({ name, actions, method }) => [
      ...(sent.some(({ step }) => step.ref.name === name && actions.includes(step.action))
        ? []
        : [`${method} of ${name} was asked for, and is not in the journal`]),
      ...(kept.includes(name) ? [] : [`${name} has no backup`]),
    ])
}

/** What `log` does not tell of a run that was killed, and of those after it, the oldest first: how each ended. */
export async function logProblems(backups: string, ends: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await run(['log', '--backup-dir', backups, '-o', 'json'])
  const items = JSON.parse(stdout).items as readonly { result: string; exitCode?: number }[]
  const told = items
    .toReversed()
    .map(({ result, exitCode }) => [result, exitCode].filter(part => part != null).join(' '))
  return told.join(', ') === ends.join(', ') ? [] : [`log tells ${told.join(', ')}, and not ${ends.join(', ')}`]
}
