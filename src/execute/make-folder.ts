import { chmod, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from './write-safely.ts'

/**
 * Makes a folder and its missing parents, for the user alone whatever the umask. An existing one keeps its mode: it is
 * the user's. Rejects with the system's Error. (Node's own `recursive` never ends where a file system answers ENOENT
 * below an existing folder, as /proc does.)
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await make(path)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return
    if (code !== 'ENOENT' || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    await make(path)
  }
}

async function make(path: string): Promise<void> {
  await mkdir(path, 0o700)
  // Whatever the umask took away.
  await chmod(path, 0o700)
  await syncFolder(dirname(path))
}
