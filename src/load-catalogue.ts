import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf, misconfigured } from './api/failure.ts'
import { describeFileError, refuseEndless } from './cluster/kubeconfig/file-reader.ts'
import type { Catalogue } from './diagnosis/catalogue/catalogue.ts'
import { endable } from './endable.ts'

/** Of a file, in characters: what is shorter is parsed in a fraction of a second. */
const LONG = 1 << 18

/**
 * What is known about finalizers in this run: what is shipped, and before it the user's entries: of the files that
 * --catalogue names, then of `catalogue/*.yaml` in the config directory. Rejects with ApiFailure for a file that is
 * unreadable or has a mistake, with its line and column.
 */
export async function loadCatalogue(files: readonly string[], configDirectory: string | undefined): Promise<Catalogue> {
  const { shippedCatalogue } = await import('./diagnosis/catalogue/shipped.ts')
  const shipped = shippedCatalogue()
  const all = [...files, ...(await filesIn(configDirectory))]
  if (all.length === 0) return shipped
  const { createCatalogue, withOwn } = await import('./diagnosis/catalogue/catalogue.ts')
  // The parser and the schema take longer to load than the rest of the program: only for who has such files.
  const { readCatalogueFile } = await import('./diagnosis/catalogue/file.ts')
  const { allRows } = await import('./diagnosis/catalogue/rows.ts')
  const read = await Promise.all(
    all.map(async file => {
      const text = await readText(file)
      try {
        const parse = () => readCatalogueFile(text, file)
        return text.length >= LONG ? await endable(parse) : parse()
      } catch (error) {
        throw misconfigured(messageOf(error))
      }
    }),
  )
  const entries = read.flatMap(file => file.entries.map(({ entry }) => ({ ...entry, from: 'user' as const })))
  return withOwn(createCatalogue(entries, allRows(read.map(file => file.rows))), shipped)
}

/** In the order of their names. A directory that is not there has none. */
async function filesIn(configDirectory: string | undefined): Promise<readonly string[]> {
  if (configDirectory === undefined) return []
  const directory = join(configDirectory, 'catalogue')
  try {
    const names = await readdir(directory)
    return names
      .filter(name => /^[^.].*\.ya?ml$/.test(name))
      .sort()
      .map(name => join(directory, name))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw misconfigured(describeFileError(directory, error))
  }
}

async function readText(file: string): Promise<string> {
  try {
    refuseEndless(file, await stat(file))
    return await readFile(file, 'utf8')
  } catch (error) {
    throw misconfigured(describeFileError(file, error))
  }
}
