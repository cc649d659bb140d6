import { randomBytes } from 'node:crypto'
import { access, constants, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ObjectRef } from '../../api/object-ref.ts'
import type { Backups } from '../../change/tools.ts'
import { makeFolder } from './make-folder.ts'
import { writeSafely } from './write-safely.ts'

/**
 * Keeps objects as YAML files that only the user can read, whole on disk (fsync) before `keep` resolves. One run has one
 * file for each object, with its last state before it was changed; no run touches the file of another. Rejects with an
 * Error when the folder cannot be made or written, before anything is changed.
 */
export async function backupFolder(directory: string, now: Date): Promise<Backups> {
  const folder = resolve(directory)
  await ready(folder)
  const run = `${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${randomBytes(3).toString('hex')}`
  return {
    async keep(ref, object) {
      const path = join(folder, fileName(ref, run))
      const { formatYaml } = await import('../../render/yaml.ts')
      try {
        await writeSafely(path, formatYaml(object))
      } catch (error) {
        throw new Error(`the backup cannot be written, so nothing is changed: ${(error as Error).message}`)
      }
      return path
    },
  }
}

/** Whether others than its owner and group may put files there, by its mode, which says nothing on Windows. */
export async function isOpenToOthers(directory: string): Promise<boolean> {
  return ((await stat(resolve(directory))).mode & 0o002) !== 0
}

async function ready(folder: string): Promise<void> {
  try {
    await makeFolder(folder)
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const why = code === 'EEXIST' || code === 'ENOTDIR' ? `a file is in its place (${message})` : message
    throw new Error(`the backup directory ${folder} cannot be used, so nothing is changed: ${why}`)
  }
}

/** Most file systems end names at 255 bytes; names of types, namespaces and objects may together be longer. */
const MOST_OF = { resource: 50, namespace: 40, name: 60, uid: 36 }

/** Names of objects are DNS names, or nearly: what else is in them (`:` in roles) is not for a file's name. */
function fileName({ resource, namespace, name, uid }: ObjectRef, run: string): string {
  const words = [
    run,
    resource.slice(0, MOST_OF.resource),
    ...(namespace === undefined ? [] : [namespace.slice(0, MOST_OF.namespace)]),
    name.slice(0, MOST_OF.name),
    uid.slice(0, MOST_OF.uid),
  ]
  return `${words.join('_').replaceAll(/[^A-Za-z0-9._-]/g, '-')}.yaml`
}
