import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Changes when any of the files, or of the files in the folders, changes, and with Node and the platform. */
export async function contentKey(root: string, paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}\n`)
  for (const path of paths) {
    for (const file of await filesIn(root, path)) {
      hash.update(`${file}\n`).update(await readFile(join(root, file)))
    }
  }
  return hash.digest('hex')
}

async function filesIn(root: string, path: string): Promise<string[]> {
  if (!(await stat(join(root, path))).isDirectory()) return [path]
  const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
}
