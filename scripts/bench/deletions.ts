import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { formatYaml } from '../../src/api/format-yaml.ts'
import type { KubeObject } from '../../src/api/object.ts'
import { mapConcurrently } from '../../src/cluster/map-concurrently.ts'
import { journalFile } from '../../src/execute/journal-file.ts'
import { writeSafely } from '../../src/execute/write-safely.ts'
import { answerTo, type BenchTarget, send } from './api.ts'
import { LINE, type Ran, runTold, type Sent } from './sets.ts'

/** As the program deletes, and reads. */
const AT_ONCE = 16
const PAGE_SIZE = 500

/**
 * Measures `delete -l` of this many ConfigMaps, from its start to its end, beside a bare client that sends the same DELETEs, waits by a watch,
 * and has on disk what the program has before and after each. Returns lines of text.
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
    const lines = [`${sent.length} requests (${tally(sent)})`]
    for (let index = 0; index < runs; index++) {
      const ours = await run(`ours-${index}`)
      const place = `bare-${index}`
      await fillPlace(target, place, objects)
      const bare = await deleteBarely(target, place, objects, join(folder, place))
      lines.push(
        `delete of ${objects}: ${ours.seconds.toFixed(2)} s, CPU ${ours.cpu.toFixed(1)} s, peak ${ours.megabytes.toFixed(0)} MB; a bare client that keeps the same backups and journal: ${bare.seconds.toFixed(2)} s, CPU ${bare.cpu.toFixed(1)} s, ratio ${(ours.seconds / bare.seconds).toFixed(2)}`,
      )
    }
    return lines.join('\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
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

/** Each object that a list has: its backup, its line in the journal on disk, its DELETE, what came of it; then until all are gone, by a watch. */
async function deleteBarely(target: BenchTarget, place: string, objects: number, folder: string) {
  await mkdir(folder, { recursive: true })
  const journal = journalFile(folder, 'bench')
  const cpu = process.cpuUsage()
  const started = performance.now()
  const path = `/api/v1/namespaces/${place}/configmaps`
  const { gone } = await watchGone(target, place, objects)
  for (let next: string | undefined = ''; next !== undefined; ) {
    const page = JSON.parse(await answerTo(target, 'GET', `${path}?limit=${PAGE_SIZE}&continue=${next}`)) as Page
    await mapConcurrently(AT_ONCE, page.items, async item => {
      const { name, uid, resourceVersion } = item.metadata
      const text = formatYaml({ ...item, kind: 'ConfigMap', apiVersion: 'v1' })
      await writeSafely(join(folder, `${name}_${uid}.yaml`), text)
      await journal.append(LINE, true)
      const preconditions = { uid, resourceVersion }
      await send(target, 'DELETE', `${path}/${name}`, { propagationPolicy: 'Background', preconditions })
      // What the server answered, and what was found out.
      await journal.append(`${LINE}${LINE}`, false)
    })
    next = page.metadata.continue || undefined
  }
  await gone
  await journal.close()
  const { user, system } = process.cpuUsage(cpu)
  return { seconds: (performance.now() - started) / 1000, cpu: (user + system) / 1e6 }
}

interface Page {
  readonly metadata: { readonly continue?: string }
  readonly items: readonly KubeObject[]
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
