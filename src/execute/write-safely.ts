import { closeSync, fchmodSync, fsync, openSync, renameSync, rm, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

/*
 * By file descriptors: a set has thousands of small files, and a FileHandle, which is watched for being leaked, takes
 * more CPU time than the work itself. What does not wait for the disk is synchronous: a turn of another thread takes
 * longer.
 */
const disk = { sync: promisify(fsync), remove: promisify(rm) }

/**
 * Writes a file that only its owner can read or write, whatever the umask: beside and then renamed, so that a file with
 * the right name is a whole one, and on disk when this resolves. No link in the folder is followed. Rejects with the
 * system's Error, and then leaves the folder as it was.
 */
export async function writeSafely(path: string, text: string | Uint8Array): Promise<void> {
  const beside = `${path}.part`
  // Exclusively: a file, or a link to one, that somebody put there is not written to.
  const file = openSync(beside, 'wx', 0o600)
  try {
    await fill(file, text)
    renameSync(beside, path)
  } catch (error) {
    await disk.remove(beside, { force: true }).catch(() => undefined)
    throw error
  }
  await syncFolder(dirname(path))
}

async function fill(file: number, text: string | Uint8Array): Promise<void> {
  try {
    fchmodSync(file, 0o600)
    writeFileSync(file, text)
    await disk.sync(file)
  } finally {
    closeSync(file)
  }
}

/** What systems answer that cannot sync a folder: Windows does not even open one. */
const CANNOT = new Set(['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'ENOSYS'])

/** Of each folder the sync that is under way, and the one after it. */
const syncs = new Map<string, { running: Promise<void>; next?: Promise<void> | undefined }>()

/**
 * Syncs the names in a folder to disk, where the system can. A call during a sync, which may have begun too early for
 * it, shares the next one. Rejects with the system's Error.
 */
export function syncFolder(path: string): Promise<void> {
  const turn = syncs.get(path) ?? { running: Promise.resolve() }
  syncs.set(path, turn)
  turn.next ??= turn.running
    .catch(() => undefined)
    .then(() => {
      turn.next = undefined
      turn.running = syncNow(path)
      return turn.running
    })
  return turn.next
}

async function syncNow(path: string): Promise<void> {
  let folder: number | undefined
  try {
    folder = openSync(path, 'r')
    await disk.sync(folder)
  } catch (error) {
    if (!CANNOT.has((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    if (folder !== undefined) closeSync(folder)
  }
}
