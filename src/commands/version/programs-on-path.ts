import { constants } from 'node:fs'
import { access, realpath } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import type { Installation } from '../../host.ts'

/**
 * Files called `kubectl-finalize` on PATH of other installations, in the order in which kubectl finds them, each once,
 * links followed. On Windows only the executables: npm's own starters are texts that name any file.
 */
export async function otherPrograms(path: string, { program, platform }: Installation): Promise<readonly string[]> {
  const name = `kubectl-finalize${platform.startsWith('win32') ? '.exe' : ''}`
  const folders = path.split(delimiter).filter(folder => folder !== '')
  const found = await Promise.all(folders.map(folder => executable(join(folder, name))))
  const files = [...new Set(found.filter(file => file !== undefined))]
  // What starts the program may be another file than the program: both lie in one folder then.
  const here = dirname(await realpath(program).catch(() => program))
  return files.filter(file => dirname(file) !== here)
}

/** The file itself when it can be run. */
async function executable(path: string): Promise<string | undefined> {
  try {
    await access(path, constants.X_OK)
    return await realpath(path)
  } catch {
    return undefined
  }
}
