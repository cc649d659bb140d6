import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A folder of one test, removed at the end of its block. */
export interface TemporaryFolder extends Disposable {
  readonly path: string
  /** Writes a file, with the folders above it, and returns its path. */
  write(name: string, content: string): string
  read(name: string): string
}

export function temporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), 'finalize-test-'))
  return {
    path,
    write(name, content) {
      const file = join(path, name)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, content)
      return file
    },
    read: name => readFileSync(join(path, name), 'utf8'),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  }
}
