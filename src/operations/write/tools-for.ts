import { access, constants, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ObjectRef } from '../../api/object-ref.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import { createJournal, runName } from '../../execute/journal.ts'
import { formatLeftBehind } from '../../execute/left-behind.ts'
import { makeFolder } from '../../execute/make-folder.ts'
import type { Backups, Tools } from '../../execute/tools.ts'
import { writeSafely } from '../../execute/write-safely.ts'
import { message, Trouble } from '../../messages/sentence.ts'
import type { WriteOptions } from '../../plan/write-options.ts'
import type { Ports } from '../ports.ts'
import type { WriteRun } from './write-run.ts'

type ToolsOf = Omit<WriteRun, 'options'> & { readonly options: Pick<WriteOptions, 'dryRun' | 'waitSeconds'> }

/** Backups that are told one by one; of a larger set, where they are is said once, before it begins. */
export const MAX_TOLD = 20

/**
 * What a change takes of which so many objects are kept before. Rejects with an Error when backups cannot be kept: then
 * nothing may be changed.
 */
export async function toolsFor(count: number, run: WriteRun): Promise<Tools> {
  const { options, ports } = run
  let kept = 0
  const say = async (path: string): Promise<void> => {
    kept++
    // One that changed meanwhile is kept once more, and not counted.
    const counted = count > 1 && kept <= count ? { number: kept, of: count } : {}
    if (count <= MAX_TOLD) await ports.say(message('BackupKept', { path, ...counted }))
  }
  const sayList = (path: string): Promise<void> => ports.say(message('ListKept', { path }))
  const tools = toolsWithoutBackups(run)
  if (options.dryRun === 'server' || count === 0) return tools
  return { ...tools, backups: told(await folder(options.backupDirectory, ports), say, sayList) }
}

/** What a change takes that keeps nothing: a dry run, or a creation. */
function toolsWithoutBackups({ options, transport, discovery, ports }: ToolsOf): Tools {
  const { dryRun, waitSeconds } = options
  const { clock, signal, journal, aim } = ports
  return {
    transport,
    discovery,
    clock,
    signal,
    journal,
    reach: aim,
    waitSeconds,
    dryRun: dryRun === 'server',
    backups: NONE,
  }
}

/**
 * Tools for one write of an object of this program's own. Its journal is dropped: nothing of a user's was changed, and
 * that of a watch would grow for weeks.
 */
export function ownTools(transport: Transport, ports: Ports): Tools {
  const { clock } = ports
  const journal = createJournal(runName(clock.now()), () => clock.now())
  return toolsWithoutBackups({ options: { dryRun: 'none', waitSeconds: 0 }, transport, ports: { ...ports, journal } })
}

const NONE: Backups = {
  keep: () => Promise.reject(new Error('no backup is kept here')),
  keepList: () => Promise.reject(new Error('no list is kept here')),
}

async function folder(directory: string | undefined, ports: Ports): Promise<Backups> {
  if (directory === undefined) throw new Trouble(message('NoHomeForBackups'))
  const backups = await backupFolder(directory, ports.journal.run, ports.clock.now())
  const hasModes = !ports.installation().platform.startsWith('win32')
  if (hasModes && (await isOpenToOthers(directory))) {
    await ports.say(message('BackupsOpenToOthers', { directory }))
  }
  return backups
}

/** Says where each backup is, once: a file is written again when its object changed meanwhile. */
function told(
  backups: Backups,
  say: (path: string) => Promise<void>,
  sayList: (path: string) => Promise<void>,
): Backups {
  const said = new Set<string>()
  const once = async (path: string, tell: (path: string) => Promise<void>): Promise<string> => {
    const isNew = !said.has(path)
    said.add(path)
    if (isNew) await tell(path)
    return path
  }
  return {
    async keep(ref, object) {
      return once(await backups.keep(ref, object), say)
    },
    async keepList(name, items) {
      return once(await backups.keepList(name, items), sayList)
    },
  }
}

/**
 * Keeps objects, and lists of what is left behind, as YAML files readable by the user only, on disk (fsync) before
 * `keep` resolves. A run has one file per object, with its last state before the change, and touches no file of another
 * run. Rejects with an Error when the folder cannot be made or written, before anything is changed.
 */
export async function backupFolder(directory: string, run: string, now: Date): Promise<Backups> {
  const folder = resolve(directory)
  await ready(folder)
  return {
    async keep(ref, object) {
      const { formatBackup } = await import('../../api/format-yaml.ts')
      return write(join(folder, fileName(ref, run)), () => formatBackup(object), 'BackupUnwritten')
    },
    keepList(name, items) {
      const path = join(folder, `${run}_${safe(name)}.yaml`)
      return write(path, () => formatLeftBehind(items, now), 'ListUnwritten')
    },
  }
}

/** Whether others than its owner and group may put files there, by its mode, which says nothing on Windows. */
async function isOpenToOthers(directory: string): Promise<boolean> {
  return ((await stat(resolve(directory))).mode & 0o002) !== 0
}

async function write(
  path: string,
  text: () => string,
  unwritten: 'BackupUnwritten' | 'ListUnwritten',
): Promise<string> {
  try {
    await writeSafely(path, text())
  } catch (error) {
    throw new Trouble(message(unwritten, { why: (error as Error).message }))
  }
  return path
}

async function ready(folder: string): Promise<void> {
  try {
    await makeFolder(folder)
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code, message: said } = error as NodeJS.ErrnoException
    const why = code === 'EEXIST' || code === 'ENOTDIR' ? message('FileOfThatName', { said }) : said
    throw new Trouble(message('BackupFolderUnusable', { folder, why }))
  }
}

/** Most file systems end names at 255 bytes; names of types, namespaces and objects may together be longer. */
const MAX_OF = { resource: 50, namespace: 40, name: 60, uid: 36 }

/** Names of objects are DNS names, or nearly: what else is in them (`:` in roles) is not for a file's name. */
function fileName({ resource, namespace, name, uid }: ObjectRef, run: string): string {
  const words = [
    run,
    resource.slice(0, MAX_OF.resource),
    ...(namespace === undefined ? [] : [namespace.slice(0, MAX_OF.namespace)]),
    name.slice(0, MAX_OF.name),
    uid.slice(0, MAX_OF.uid),
  ]
  return `${safe(words.join('_'))}.yaml`
}

function safe(words: string): string {
  return words.replaceAll(/[^A-Za-z0-9._-]/g, '-')
}
