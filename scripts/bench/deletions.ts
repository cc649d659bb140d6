import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { mapConcurrently } from '../../src/cluster/map-concurrently.ts'
import { journalFile } from '../../src/execute/journal-file.ts'
import { writeSafely } from '../../src/execute/write-safely.ts'
import { type BenchTarget, send } from './api.ts'
import { BACKUP, LINE, type Ran, runTold, type Sent } from './sets.ts'

/** As the program reads, and deletes. */
const AT_ONCE = 16

/**
 * Measures `delete -l` of this many ConfigMaps, beside a bare client that sends the same requests, waits by the same watch, and has on disk
 * what the program has before and after each change. Returns lines of text.
 */
export async function measureDeletions(
  target: BenchTarget,
  kubeconfig: string,
  program: string,
  objects: number,
  runs: number,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'finalize-bench-delete-'))
  try {
    const run = async (place: string, more: readonly string[] = []): Promise<Ran> => {
      await fillPlace(target, place, objects)
      const words = ['delete', 'configmaps', '-l', 'bench=yes', '-n', place, '--yes', '--disable-compression']
      const ran = await runTold([program, ...words, '--backup-dir', join(folder, place), ...more], kubeconfig)
      if (ran.code !== 0) throw new Error(`delete in ${place} ended with ${ran.code}:\n${ran.stderr.slice(-2000)}`)
      return ran
    }
    const { sent } = await run('told', ['-v=6'])
    const lines: string[] = []
    for (let index = 0; index < runs; index++) {
      const ours = await run(`ours-${index}`)
      const barely = async (place: string, which: readonly Sent[]) => {
        await fillPlace(target, place, objects)
        return deleteBarely(target, which, 'told', place, join(folder, place))
      }
      const bare = await barely(`bare-${index}`, sent)
      const blind = await barely(`blind-${index}`, onlyChanges(sent))
      const ratio = (other: { readonly seconds: number }) => (ours.seconds / other.seconds).toFixed(2)
      lines.push(
        `delete of ${objects}: ${ours.seconds.toFixed(2)} s, CPU ${ours.cpu.toFixed(1)} s, peak ${ours.megabytes.toFixed(0)} MB, ${sent.length} requests (${tally(sent)}); a bare client with backups and journal: ${bare.seconds.toFixed(2)} s, CPU ${bare.cpu.toFixed(1)} s, ratio of wall ${ratio(bare)}; one that reads nothing: ${blind.seconds.toFixed(2)} s, CPU ${blind.cpu.toFixed(1)} s, ratio ${ratio(blind)}`,
      )
    }
    return lines.join('\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The first DELETE of an object that has two is a dry run. */
function onlyChanges(sent: readonly Sent[]): readonly Sent[] {
  const last = new Map(sent.flatMap((each, index) => (each.method === 'DELETE' ? [[each.path, index] as const] : [])))
  return sent.filter((each, index) => last.get(each.path) === index)
}

function tally(sent: readonly Sent[]): string {
  const counts = Map.groupBy(sent, ({ method, path }) => (path.includes('watch=') ? 'watches' : method))
  return [...counts].map(([method, { length }]) => `${length} ${method}`).join(', ')
}

async function fillPlace(target: BenchTarget, name: string, objects: number): Promise<void> {
  await send(target, 'POST', '/api/v1/namespaces', { metadata: { name } })
  const metadata = { labels: { bench: 'yes' } }
  await mapConcurrently(24, [...Array(objects).keys()], index =>
    send(target, 'POST', `/api/v1/namespaces/${name}/configmaps`, {
      metadata: { ...metadata, name: `object-${index}` },
      data: { key: 'value' },
    }),
  )
}

/** What one run sent, again for another namespace: its reads, then its dry runs, then each DELETE between backup and journal. */
async function deleteBarely(target: BenchTarget, sent: readonly Sent[], from: string, to: string, folder: string) {
  await mkdir(folder, { recursive: true })
  const journal = journalFile(folder, 'bench')
  const cpu = process.cpuUsage()
  const started = performance.now()
  const paths = (of: string) =>
    sent.filter(({ method, path }) => method === of && !path.includes('watch')).map(({ path }) => path)
  await mapConcurrently(AT_ONCE, paths('GET'), path => send(target, 'GET', path.replaceAll(from, to)).catch(() => {}))
  const [changes, tried] = [new Set<string>(), [] as string[]]
  // Of two for one object the first is a dry run.
  const own = paths('DELETE').map(path => path.replaceAll(from, to).replace(/\?.*/, ''))
  for (const path of own.toReversed())
    if (changes.has(path)) tried.push(path)
    else changes.add(path)
  await mapConcurrently(AT_ONCE, tried, path => send(target, 'DELETE', path, { dryRun: ['All'] }))
  const { gone } = await watchGone(target, to, changes.size)
  await mapConcurrently(AT_ONCE, [...changes], async path => {
    await writeSafely(join(folder, `${path.replaceAll('/', '_')}.yaml`), BACKUP)
    await journal.append(LINE, true)
    await send(target, 'DELETE', path, { propagationPolicy: 'Background' })
    await journal.append(LINE, false)
  })
  await gone
  await journal.close()
  const { user, system } = process.cpuUsage(cpu)
  return { seconds: (performance.now() - started) / 1000, cpu: (user + system) / 1e6 }
}

/** Resolves when the watch is open, with what resolves when so many objects were deleted. */
function watchGone({ server, token }: BenchTarget, namespace: string, objects: number) {
  return new Promise<{ readonly gone: Promise<void> }>((opened, reject) => {
    const path = `${server}/api/v1/namespaces/${namespace}/configmaps?watch=1`
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
    const request = get(path, { headers, rejectUnauthorized: false }, response => {
      let left = objects
      const gone = new Promise<void>(resolve => {
        const lines = createInterface({ input: response })
        lines.on('line', line => {
          if (line.startsWith('{"type":"DELETED"')) left -= 1
          if (left > 0) return
          lines.close()
          resolve()
        })
        // The end of the watch is its own.
        response.on('error', () => {})
        lines.on('error', () => {})
        lines.on('close', () => request.destroy())
      })
      opened({ gone })
    })
    request.on('error', reject)
  })
}
