import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a file that only its owner can read or write, whatever the umask: beside and then renamed, so that a file with
 * the right name is a whole one, and on disk when this resolves. No link in the folder is followed. Rejects with the
 * system's Error, and then leaves the folder as it was.
 */
export async function writeSafely(path: string, text: string | Uint8Array): Promise<void> {
  const beside = `${path}.part`
  // Exclusively: a file, or a link to one, that somebody put there is not written to.
  const file = await open(beside, 'wx', 0o600)
  try {
    await fill(file, text)
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined)
    throw error
  }
  await syncFolder(dirname(path))
}

async function fill(file: FileHandle, text: string | Uint8Array): Promise<void> {
  try {
    await file.chmod(0o600)
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** What systems answer that cannot sync a folder: Windows does not even open one. */
const CANNOT = new Set(['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'ENOSYS'])

/** Puts the names in a folder on disk, where the system can do that. */
export async function syncFolder(path: string): Promise<void> {
  let folder: FileHandle | undefined
  try {
    folder = await open(path, 'r')
    await folder.sync()
  } catch (error) {
    if (!CANNOT.has((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    await folder?.close()
  }
}
