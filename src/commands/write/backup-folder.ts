import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { KubeObject } from '../../api/object.ts'
import type { ObjectRef } from '../../api/object-ref.ts'
import type { Backups } from '../../change/tools.ts'

/**
 * Keeps objects as YAML files that only the user can read, whole on disk (fsync) before `keep` resolves. One run has one
 * file for each object, with its last state before it was changed. Rejects with an Error when the folder cannot be made.
 */
export async function backupFolder(directory: string, now: Date): Promise<Backups> {
  await make(directory)
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return {
    async keep(ref, object) {
      const path = join(directory, fileName(ref, time))
      const { formatYaml } = await import('../../render/yaml.ts')
      await write(path, formatYaml(object satisfies KubeObject), directory)
      return path
    },
  }
}

async function make(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new Error(`the backup directory cannot be made, so nothing is changed: ${(error as Error).message}`)
  }
}

/** Written beside and renamed: a file with the right name is a whole one. */
async function write(path: string, text: string, directory: string): Promise<void> {
  try {
    const beside = `${path}.part`
    const file = await open(beside, 'w', 0o600)
    try {
      await file.chmod(0o600)
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beside, path)
    await syncFolder(directory)
  } catch (error) {
    throw new Error(`the backup cannot be written, so nothing is changed: ${(error as Error).message}`)
  }
}

/** The new name has to be on disk too. Windows has no such thing, and refuses to open folders. */
async function syncFolder(directory: string): Promise<void> {
  const folder = await open(directory, 'r').catch(() => undefined)
  try {
    await folder?.sync().catch(() => undefined)
  } finally {
    await folder?.close()
  }
}

/** Names of objects are DNS names, or nearly: what else is in them (`:` in roles) is not for a file's name. */
function fileName({ resource, namespace, name, uid }: ObjectRef, time: string): string {
  const words = [time, resource, ...(namespace === undefined ? [] : [namespace]), name.slice(0, 100), uid.slice(0, 8)]
  return `${words.join('_').replaceAll(/[^A-Za-z0-9._-]/g, '-')}.yaml`
}
