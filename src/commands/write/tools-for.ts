import type { Backups, Tools } from '../../change/tools.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import { printable } from '../../render/printable.ts'
import type { CommandContext } from '../command.ts'
import { backupFolder } from './backup-folder.ts'
import type { WriteOptions } from './write-flags.ts'

/** What a change of so many objects needs. Rejects with an Error when backups cannot be kept: then nothing may be changed. */
export async function toolsFor(
  { dryRun, waitSeconds, backupDirectory }: WriteOptions,
  count: number,
  transport: Transport,
  { clock, signal, terminal: { stderr } }: CommandContext,
): Promise<Tools> {
  let kept = 0
  const say = (path: string): void => {
    kept++
    stderr.write(`${count > 1 ? `[${kept}/${count}] ` : ''}backup: ${printable(path)}\n`)
  }
  const sayList = (path: string): void => stderr.write(`list of what is left behind: ${printable(path)}\n`)
  return {
    transport,
    clock,
    signal,
    waitSeconds,
    dryRun: dryRun === 'server',
    backups: dryRun === 'server' ? NO_BACKUPS : told(await folder(backupDirectory, clock.now()), say, sayList),
  }
}

/** Nothing is changed in a dry run. */
const NO_BACKUPS: Backups = {
  keep: () => Promise.reject(new Error('a dry run keeps no backup')),
  keepList: () => Promise.reject(new Error('a dry run keeps no list')),
}

function folder(directory: string | undefined, now: Date): Promise<Backups> {
  if (directory !== undefined) return backupFolder(directory, now)
  throw new Error('there is no home to keep backups in, so nothing is changed: name a directory with --backup-dir')
}

/** Says where each backup is, once: a file is written anew when its object changed meanwhile. */
function told(backups: Backups, say: (path: string) => void, sayList: (path: string) => void): Backups {
  const said = new Set<string>()
  return {
    async keep(ref, object) {
      const path = await backups.keep(ref, object)
      if (!said.has(path)) say(path)
      said.add(path)
      return path
    },
    async keepList(name, items) {
      const path = await backups.keepList(name, items)
      if (!said.has(path)) sayList(path)
      said.add(path)
      return path
    },
  }
}
