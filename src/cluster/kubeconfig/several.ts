import { readdirSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { ApiFailure, misconfigured } from '../../api/failure.ts'
import { describeFileError, diskFiles } from './file-reader.ts'
import { loadKubeconfigs } from './load.ts'

/** One kubeconfig file, not merged with any other. */
export interface OneKubeconfig {
  readonly path: string
  readonly currentContext: string | undefined
  /** Sorted. */
  readonly contexts: readonly string[]
  /** Why it cannot be read; it has no contexts then. */
  readonly failure: ApiFailure | undefined
}

/**
 * The kubeconfigs of a list (`FILE,DIR`), each once and in order; of a directory by name, without dotfiles. A file that
 * cannot be read has a failure; rejects with ApiFailure `configuration` for a directory that is empty or unreadable.
 */
export async function readKubeconfigs(list: string): Promise<readonly OneKubeconfig[]> {
  const paths = list
    .split(',')
    .filter(path => path !== '')
    .flatMap(filesAt)
  const once = new Map(paths.map(path => [resolve(path), path]))
  return Promise.all([...once.values()].map(readOne))
}

async function readOne(path: string): Promise<OneKubeconfig> {
  try {
    const [loaded] = await loadKubeconfigs(path, {}, diskFiles)
    const { currentContext, contexts } = loaded!.config
    return { path, currentContext, contexts: [...contexts.keys()].toSorted(), failure: undefined }
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure
    return { path, currentContext: undefined, contexts: [], failure }
  }
}

function filesAt(path: string): readonly string[] {
  // What cannot be looked at is told by the reading.
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path]
  const found = namesIn(path)
    .filter(name => !name.startsWith('.'))
    .toSorted()
    .map(name => join(path, name))
    .filter(each => !statSync(each, { throwIfNoEntry: false })?.isDirectory())
  if (found.length === 0) throw misconfigured(`${path}: no kubeconfig file in this directory`)
  return found
}

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path)
  } catch (error) {
    throw misconfigured(`error reading the directory of kubeconfigs: ${describeFileError(path, error)}`, {
      cause: error,
    })
  }
}

/** The shortest names that tell these files apart: their own, or where two have the same, their paths. */
export function namesOf(paths: readonly string[]): ReadonlyMap<string, string> {
  const names = paths.map(path => basename(path))
  const areDifferent = new Set(names).size === names.length
  return new Map(paths.map((path, index) => [path, areDifferent ? names[index]! : path]))
}
