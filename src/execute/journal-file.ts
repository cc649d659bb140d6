import { writeSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { message, Trouble } from '../messages/sentence.ts'
import type { Ledger } from './journal.ts'
import { makeFolder } from './make-folder.ts'
import { syncFolder } from './write-safely.ts'

/** Of a run; with the backups, whose names begin with the run as well. */
export const JOURNAL_SUFFIX = '_journal.jsonl'

/**
 * The file of one run beside its backups: a line of JSON for each event, for the user alone whatever the umask; created
 * with the first lines. Concurrent events share one fdatasync; one that nothing waits for is synced with the next.
 */
export function journalFile(directory: string | undefined, run: string): Ledger {
  let file: FileHandle | undefined
  let queue = ''
  let isTorn = false
  let isAwaited = false
  let turn: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  const write = async (): Promise<void> => {
    next = undefined
    const [lines, syncs] = [queue, isAwaited]
    queue = ''
    isAwaited = false
    try {
      file ??= await create(directory, run)
      await file.appendFile(isTorn ? `\n${lines}` : lines)
      isTorn = false
      if (syncs) await file.datasync()
    } catch (error) {
      isTorn = file !== undefined
      throw error
    }
  }
  return {
    append(lines, onDisk) {
      queue += lines
      isAwaited ||= onDisk
      next ??= turn.then(write)
      turn = next.catch(() => undefined)
      return next
    },
    appendNow(lines) {
      if (file !== undefined) writeSync(file.fd, `${isTorn ? '\n' : ''}${queue}${lines}`)
    },
    async close() {
      await turn
      await file?.close()
    },
  }
}

async function create(directory: string | undefined, run: string): Promise<FileHandle> {
  if (directory === undefined) throw new Trouble(message('NoHomeForJournal'))
  const folder = resolve(directory)
  await makeFolder(folder)
  // Exclusively: nothing that somebody put there is written to.
  const file = await open(join(folder, `${run}${JOURNAL_SUFFIX}`), 'ax', 0o600)
  await file.chmod(0o600)
  await syncFolder(folder)
  return file
}
