import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** The endings of test file names; a fixture has another one. */
export type Ending = '.test.ts' | '.e2e.ts' | '.browser.ts' | '.release.ts'

/** The test files below `folder`, sorted; only those whose path contains one of `wanted`, unless `wanted` is empty. */
export async function findFiles(folder: string, ending: Ending, wanted: readonly string[] = []): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile() && entry.name.endsWith(ending))
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => wanted.length === 0 || wanted.some(part => relative(folder, path).includes(part)))
    .sort()
}
