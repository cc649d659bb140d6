import { access, constants, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ObjectRef } from '../../api/object-ref.ts'
import { formatLeftBehind } from '../../execute/left-behind.ts'
import { makeFolder } from '../../execute/make-folder.ts'
import type { Backups } from '../../execute/tools.ts'
import { writeSafely } from '../../execute/write-safely.ts'
import { message, Trouble } from '../../messages/sentence.ts'

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
      const { formatYaml } = await import('../../api/format-yaml.ts')
      return write(join(folder, fileName(ref, run)), () => formatYaml(object), 'BackupUnwritten')
    },
    keepList(name, items) {
      const path = join(folder, `${run}_${safe(name)}.yaml`)
      return write(path, () => formatLeftBehind(items, now), 'ListUnwritten')
    },
  }
}

/** Whether others than its owner and group may put files there, by its mode, which says nothing on Windows. */
export async function isOpenToOthers(directory: string): Promise<boolean> {
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
