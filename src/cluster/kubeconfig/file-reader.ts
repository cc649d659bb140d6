import { readFileSync, type Stats, statSync } from 'node:fs'

/** What resolving a connection needs of a file system. Synchronous: a handful of small files, before anything else. */
export interface FileReader {
  /** Throws as node:fs does, with a `code` such as ENOENT. */
  read(path: string): Uint8Array
}

export const diskFiles: FileReader = {
  read(path) {
    refuseEndless(path, statSync(path))
    return readFileSync(path)
  },
}

/** What a shell opened for this process (`--kubeconfig <(command)`), and the file that is always empty. */
const OPENED = /^(\/dev\/(fd\/\d+|stdin|null)|\/proc\/self\/fd\/\d+)$/

/** Throws where reading may never end: a pipe that nothing writes to, /dev/zero. Reading itself refuses a directory. */
export function refuseEndless(path: string, stats: Stats): void {
  if (stats.isFile() || stats.isDirectory() || OPENED.test(path)) return
  throw Object.assign(new Error('not a regular file'), { code: 'ENOTREG' })
}

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EISDIR: 'is a directory',
  ENOTDIR: 'not a directory',
  ELOOP: 'too many levels of symbolic links',
  ENAMETOOLONG: 'file name too long',
  ENOTREG: 'not a regular file',
}

/** The words of Go for a file that cannot be read: `open /a/b: no such file or directory`. */
export function describeFileError(path: string, error: unknown): string {
  const code = codeOfFileError(error) ?? ''
  return `${code === 'EISDIR' ? 'read' : 'open'} ${path}: ${WORDS[code] ?? (error as Error).message}`
}

export function codeOfFileError(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
