import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** What the names of test files end in; a fixture is called otherwise. */
export type Ending = '.test.ts' | '.e2e.ts' | '.browser.ts' | '.release.ts'

/** The test files below `folder`, sorted; only those whose path contains one of `wanted`, when something is wanted. */
export async function findFiles(folder: string, ending: Ending, wanted: readonly string[] = []): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile() && entry.name.endsWith(ending))
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => wanted.length === 0 || wanted.some(part => relative(folder, path).includes(part)))
    .sort()
}
