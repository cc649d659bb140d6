import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { KubeObject } from '../../api/object.ts'

/**
 * Every object of a folder that a rescue of a namespace wrote. Rejects with an Error of one line when a file is no object:
 * what cannot be read would be missing without a word.
 */
export async function readFolder(folder: string): Promise<readonly KubeObject[]> {
  const { parse } = await import('yaml')
  const files = await readdir(folder).catch(error => {
    throw new Error(
      `${folder}: ${(error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such directory' : error.message}`,
    )
  })
  const objects: KubeObject[] = []
  for (const file of files.filter(name => name.endsWith('.yaml')).toSorted()) {
    const path = join(folder, file)
    objects.push(objectIn(parse(await readFile(path, 'utf8'), exactNumber, { intAsBigInt: true }), path))
  }
  if (objects.length === 0) throw new Error(`${folder}: there is no backup in it`)
  return objects
}

/** Bigints are for what a number cannot hold. */
function exactNumber(_key: unknown, value: unknown): unknown {
  return typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value
}

function objectIn(value: unknown, path: string): KubeObject {
  const { apiVersion, kind, metadata } = (value ?? {}) as Partial<KubeObject>
  const isObject = [apiVersion, kind, metadata?.name, metadata?.uid].every(each => typeof each === 'string')
  if (!isObject) throw new Error(`${path}: it is no backup of an object`)
  return value as KubeObject
}
