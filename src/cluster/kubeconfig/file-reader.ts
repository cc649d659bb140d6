import { readFileSync } from 'node:fs'

/** What resolving a connection needs of a file system. Synchronous: a handful of small files, before anything else. */
export interface FileReader {
  /** Throws as node:fs does, with a `code` such as ENOENT. */
  read(path: string): Uint8Array
}

export const diskFiles: FileReader = { read: path => readFileSync(path) }

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EISDIR: 'is a directory',
  ENOTDIR: 'not a directory',
  ELOOP: 'too many levels of symbolic links',
  ENAMETOOLONG: 'file name too long',
}

/** The words of Go for a file that cannot be read: `open /a/b: no such file or directory`. */
export function describeFileError(path: string, error: unknown): string {
  const code = codeOfFileError(error) ?? ''
  return `${code === 'EISDIR' ? 'read' : 'open'} ${path}: ${WORDS[code] ?? (error as Error).message}`
}

export function codeOfFileError(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
