import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mapConcurrently } from '../../src/cluster/map-concurrently.ts'
import { journalFile } from '../../src/execute/journal-file.ts'
import { writeSafely } from '../../src/execute/write-safely.ts'
import { type BenchTarget, send } from './api.ts'
import { cpuOfChildren, peakOf } from './measure.ts'

/** How many requests the program sends at once in each part of a run. */
const AT_ONCE = { lists: 16, plans: 8, changes: 8 }

/** As long as those of one of the ConfigMaps. */
export const BACKUP = 'x'.repeat(675)
export const LINE = `${JSON.stringify({ line: 'x'.repeat(515) })}\n`

export interface Sent {
  readonly method: string
  readonly path: string
}

/**
 * Measures `remove --finalizer NAME -A` of this many objects, and `namespace` for a namespace with the same number. Each is compared with a
 * bare client that sends the same requests, the same number at once, for the same number of other objects. Returns lines of text.
 */
export async function measureSets(
  target: BenchTarget,
  kubeconfig: string,
  program: string,
  objects: number,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'finalize-bench-sets-'))
  try {
    const lines: string[] = []
    for (const set of ['set', 'namespace'] as const) {
      for (const part of ['told', 'ours', 'bare', 'kept']) await fillSet(target, `${set}-${part}`, objects)
      const wordsFor = (part: string) =>
        set === 'set'
          ? ['remove', '--finalizer', `${set}-${part}.bench.example.com/hold`, '-A', '--override', 'ControllerUnknown']
          : ['namespace', `${set}-${part}`, '--override', 'ControllerUnknown']
      const words = wordsFor('ours')
      const backups = join(folder, set)
      const commandFor = (part: string) => [
        program,
        ...wordsFor(part),
        '--yes',
        '--backup-dir',
        join(backups, part),
        '--disable-compression',
      ]
      // The requests are taken from the log of one run; the time is that of another run without a log.
      const { sent } = await runTold([...commandFor('told'), '-v=6'], kubeconfig)
      const { stderrLines, ...run } = await runTold(commandFor('ours'), kubeconfig)
      const bare = await sendAgain(target, sent, `${set}-told`, `${set}-bare`)
      const kept = await sendAgain(target, sent, `${set}-told`, `${set}-kept`, join(backups, 'kept'))
      lines.push(
        `${words.join(' ')}: ${run.seconds.toFixed(1)} s, CPU ${run.cpu.toFixed(1)} s, peak ${run.megabytes.toFixed(0)} MB, ${sent.length} requests, ${stderrLines} lines of commentary, exit ${run.code}`,
        `the same requests by a bare client: ${bare.seconds.toFixed(1)} s, CPU ${bare.cpu.toFixed(1)} s; ratio of wall ${(run.seconds / bare.seconds).toFixed(2)}`,
        `the same with a backup and two lines of a journal for each change: ${kept.seconds.toFixed(1)} s, CPU ${kept.cpu.toFixed(1)} s; ratio of wall ${(run.seconds / kept.seconds).toFixed(2)}`,
      )
    }
    return lines.join('\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Terminating ConfigMaps in a separate namespace; for a set of the `namespace` kind the namespace is terminating too. */
async function fillSet(target: BenchTarget, name: string, objects: number): Promise<void> {
  const path = `/api/v1/namespaces/${name}/configmaps`
  await send(target, 'POST', '/api/v1/namespaces', { metadata: { name } })
  const finalizers = [`${name}.bench.example.com/hold`]
  await mapConcurrently(24, [...Array(objects).keys()], async index => {
    await send(target, 'POST', path, { metadata: { name: `object-${index}`, finalizers }, data: { key: 'value' } })
    await send(target, 'DELETE', `${path}/object-${index}`)
  })
  if (name.startsWith('namespace')) await send(target, 'DELETE', `/api/v1/namespaces/${name}`)
}

export interface Ran {
  readonly seconds: number
  readonly cpu: number
  readonly megabytes: number
  readonly code: number | null
  readonly sent: readonly Sent[]
  /** Beside the log of requests. */
  readonly stderrLines: number
  readonly stderr: string
}

export async function runTold([program = '', ...args]: readonly string[], kubeconfig: string): Promise<Ran> {
  const cpuBefore = cpuOfChildren() ?? 0
  const started = performance.now()
  const child = spawn(program, args, {
    env: { ...process.env, KUBECONFIG: kubeconfig },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let text = ''
  let megabytes = 0
  child.stderr.on('data', (chunk: Buffer) => {
    text += chunk
  })
  const look = setInterval(() => {
    megabytes = peakOf(child.pid!) ?? megabytes
  }, 20)
  const code = await new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject))
  clearInterval(look)
  const seconds = (performance.now() - started) / 1000
  const lines = text.trimEnd().split('\n')
  const sent = lines.flatMap(line => {
    const found = /^(GET|POST|PUT|PATCH|DELETE) https:\/\/[^/]+(\S+) \d+/.exec(line)
    return found === null ? [] : [{ method: found[1]!, path: found[2]! }]
  })
  return {
    seconds,
    cpu: (cpuOfChildren() ?? 0) - cpuBefore,
    megabytes,
    code,
    sent,
    stderrLines: lines.length - sent.length,
    stderr: text,
  }
}

/**
 * Sends what was sent for one set for another, those of an object one after the other. With a folder for backups each change waits for what the
 * program has on disk before it: a file of the object, and a line of the journal; and leaves a line after it.
 */
async function sendAgain(target: BenchTarget, sent: readonly Sent[], from: string, to: string, folder?: string) {
  const journal = folder === undefined ? undefined : journalFile(folder, 'bench')
  const begin = async (path: string): Promise<void> => {
    if (folder === undefined) return
    await writeSafely(join(folder, `${path.replaceAll('/', '_')}.yaml`), BACKUP)
    await journal!.append(LINE, true)
  }
  if (folder !== undefined) await mkdir(folder, { recursive: true })
  const cpu = process.cpuUsage()
  const started = performance.now()
  const firstChange = sent.findIndex(({ method, path }) => method === 'PATCH' && !path.includes('dryRun'))
  const lists = sent.slice(0, firstChange).filter(({ path }) => path.includes('limit='))
  const plans = sent.slice(0, firstChange).filter(({ path }) => !path.includes('limit='))
  for (const [requests, atOnce] of [
    [lists, AT_ONCE.lists],
    [plans, AT_ONCE.plans],
    [sent.slice(firstChange), AT_ONCE.changes],
  ] as const) {
    const ofEach = [...Map.groupBy(requests, ({ path }) => path.replace(/\?.*/, '')).values()]
    await mapConcurrently(atOnce, ofEach, async same => {
      for (const { method, path } of same) {
        if (path.includes('continue=')) continue
        const body = method === 'PATCH' ? { metadata: { finalizers: null } } : undefined
        const reached = path.replaceAll(from, to)
        const isChange = method === 'PATCH' && !path.includes('dryRun')
        if (isChange) await begin(reached.replace(/\?.*/, ''))
        await send(target, method, reached, body, 'application/merge-patch+json').catch(() => undefined)
        if (isChange) await journal?.append(LINE, false)
      }
    })
  }
  await journal?.close()
  const { user, system } = process.cpuUsage(cpu)
  return { seconds: (performance.now() - started) / 1000, cpu: (user + system) / 1e6 }
}
