import { existsSync, globSync, statSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { append } from '../../../api/long-lists.ts'
import { endable } from '../../../endable.ts'
import { message, Trouble } from '../../../messages/sentence.ts'
import { type Manifest, parseManifests } from '../parse-manifests.ts'

const EXTENSIONS: ReadonlySet<string> = new Set(['.json', '.yaml', '.yml'])

/**
 * The objects that a file names, those of a directory in the order of their names, or of each file that a pattern with
 * `*`, `?` or `[…]` finds, as kubectl reads them. A pipe has to be named itself. Rejects with an Error of one line.
 */
export async function readFiles(path: string, recursive: boolean): Promise<readonly Manifest[]> {
  const found: Manifest[] = []
  for (const each of pathsOf(path))
    for (const file of await filesOf(each, recursive))
      append(found, parseManifests(await readable(file, () => endable(() => readFile(file, 'utf8'))), file))
  return found
}

function pathsOf(path: string): readonly string[] {
  if (!/[*?[]/.test(path) || existsSync(path)) return [path]
  const matching = globSync(path).toSorted()
  return matching.length === 0 ? [path] : matching
}

async function filesOf(path: string, recursive: boolean): Promise<readonly string[]> {
  const entries = await readable(path, async () => {
    try {
      return await readdir(path, { recursive, withFileTypes: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined
      throw error
    }
  })
  if (entries === undefined) return [path]
  // No pipe or device, which may have no end, and no directory, by a link neither; what is missing is told later.
  const files = entries
    .filter(entry => !entry.isDirectory() && EXTENSIONS.has(extname(entry.name)))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter(path => statSync(path, { throwIfNoEntry: false })?.isFile() ?? true)
  if (files.length > 0) return files.toSorted()
  throw new Trouble(message('NothingToRead', { path, extensions: [...EXTENSIONS] }))
}

async function readable<Read>(path: string, read: () => Promise<Read>): Promise<Read> {
  try {
    return await read()
  } catch (error) {
    const { code, message: text } = error as NodeJS.ErrnoException
    const isUrl = ['http://', 'https://'].some(start => path.startsWith(start))
    if (code === 'ENOENT')
      throw new Trouble(isUrl ? message('UrlNotRead', { url: path }) : message('PathMissing', { path }))
    throw new Trouble(message('CannotBeRead', { what: { path }, why: text }))
  }
}
