import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { messageOf } from '../../api/failure.ts'
import { mapConcurrently } from '../../cluster/map-concurrently.ts'
import { JOURNAL_SUFFIX } from '../../execute/journal-file.ts'
import { type PastRun, pastRun } from '../../execute/past-run.ts'
import { message, Trouble } from '../../messages/sentence.ts'
import type { Ports } from '../ports.ts'
import { parseJournal } from './parse-journal.ts'

const CONCURRENT_READS = 16

/** Names of the runs whose journals are in a directory, the newest first; none where there is no such directory yet. */
export async function runNames(directory: string): Promise<readonly string[]> {
  const found = await readdir(resolve(directory), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new Trouble(message('JournalsUnreadable', { directory, why: error.message }))
  })
  // A journal is a file of ours: links and pipes of its name are nobody's run.
  const files = found.filter(each => each.isFile() && each.name.endsWith(JOURNAL_SUFFIX))
  return files
    .map(({ name }) => name.slice(0, -JOURNAL_SUFFIX.length))
    .toSorted()
    .toReversed()
}

export interface ReadRuns {
  /** In the order of the names. */
  readonly runs: readonly PastRun[]
  /** A sentence for each journal that could not be read at all. */
  readonly failures: readonly string[]
}

/** Reads the journals of these runs. Never rejects. */
export async function readRuns(
  directory: string,
  names: readonly string[],
  { isAlive, words }: Pick<Ports, 'isAlive' | 'words'>,
): Promise<ReadRuns> {
  const inWords = await words()
  const runs = new Map<string, PastRun>()
  const failures: string[] = []
  await mapConcurrently(CONCURRENT_READS, names, async name => {
    const path = join(resolve(directory), `${name}${JOURNAL_SUFFIX}`)
    try {
      const { events, unreadableLines } = parseJournal(await readFile(path, 'utf8'), inWords)
      runs.set(name, pastRun(name, path, events, unreadableLines, isAlive))
    } catch (error) {
      failures.push(`${path}: ${messageOf(error)}`)
    }
  })
  return { runs: names.flatMap(name => runs.get(name) ?? []), failures }
}
