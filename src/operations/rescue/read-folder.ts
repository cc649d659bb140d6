import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exactNumber } from '../../api/exact-json.ts'
import type { KubeObject } from '../../api/object.ts'
import { endable } from '../../endable.ts'
import { message, Trouble } from '../../messages/sentence.ts'

/**
 * Every object in a folder of rescues of one namespace, as last seen; a volume as it was before one of them set its
 * policy to Retain, in any file order (runs of one second have none by name). Rejects with an Error of one line when a
 * file is no object: it would be missing silently.
 */
export async function readFolder(folder: string): Promise<readonly KubeObject[]> {
  const { parse } = await import('yaml')
  const files = await readdir(folder).catch(error => {
    const why = error.code === 'ENOENT' ? message('NoSuchFile') : error.message
    throw new Trouble(message('OfFile', { path: folder, why }))
  })
  const objects = new Map<string, KubeObject>()
  for (const file of files.filter(name => name.endsWith('.yaml')).toSorted()) {
    const path = join(folder, file)
    const text = await endable(() => readFile(path, 'utf8'))
    const object = objectIn(parse(text, exactNumber, { intAsBigInt: true }), path)
    const { uid } = object.metadata
    const before = objects.get(uid)
    if (object.kind !== 'PersistentVolume' || before === undefined || isRetained(before)) objects.set(uid, object)
  }
  if (objects.size === 0) throw new Trouble(message('NoBackupIn', { folder }))
  return [...objects.values()]
}

function isRetained(volume: KubeObject): boolean {
  return (volume.spec as { persistentVolumeReclaimPolicy?: string }).persistentVolumeReclaimPolicy === 'Retain'
}

function objectIn(value: unknown, path: string): KubeObject {
  const { apiVersion, kind, metadata } = (value ?? {}) as Partial<KubeObject>
  const isObject = [apiVersion, kind, metadata?.name, metadata?.uid].every(each => typeof each === 'string')
  if (!isObject) throw new Trouble(message('NotBackup', { path }))
  return value as KubeObject
}
