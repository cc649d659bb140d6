import { readFile } from 'node:fs/promises'
import type { KubeObject } from '../../api/object.ts'
import type { CommandContext } from '../command.ts'

/** The object in a backup file, or on stdin for `-`. Rejects with an Error of one line when there is none to be had. */
export async function readBackup(file: string, { readInput }: Pick<CommandContext, 'readInput'>): Promise<KubeObject> {
  const text = file === '-' ? await readInput() : await textOf(file)
  const { parseBackup } = await import('./parse-backup.ts')
  return parseBackup(text, file === '-' ? 'stdin' : file)
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new Error(`${file}: there is no such file`)
    if (code === 'EISDIR') throw new Error(`${file}: it is a directory; name one of the files in it`)
    throw new Error(`${file}: it cannot be read: ${message}`)
  }
}
