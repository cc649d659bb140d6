import { type ApiFailure, misconfigured } from '../../api/failure.ts'
import { describeFileError, type FileReader } from '../kubeconfig/file-reader.ts'
import type { Credential, CredentialSource } from './credential-source.ts'

/** client-go trusts what it read for a minute, less ten seconds: half of what is left of a projected token by then. */
const FRESH_MILLISECONDS = 50_000

/**
 * A bearer token that lives in a file and is replaced there, as a pod's is. When the file cannot be read any more, the
 * last token read goes on, or `standIn` until there is one.
 */
export function tokenFile(
  path: string,
  standIn: string | undefined,
  files: FileReader,
  now: () => number,
): CredentialSource {
  let last: { token: string; readAt: number } | undefined

  function read(): Credential {
    if (last !== undefined && now() - last.readAt < FRESH_MILLISECONDS) return bearer(last.token)
    try {
      last = { token: readToken(path, files), readAt: now() }
    } catch (error) {
      const token = last?.token ?? standIn
      if (token === undefined) throw unreadable(error as Error, path)
      return bearer(token)
    }
    return bearer(last.token)
  }

  return {
    current: async () => read(),
    async renew(refused) {
      last &&= { ...last, readAt: Number.NEGATIVE_INFINITY }
      const again = read()
      return again.authorization === refused.authorization ? undefined : again
    },
    close() {},
  }
}

function bearer(token: string): Credential {
  return { authorization: `Bearer ${token}` }
}

function readToken(path: string, files: FileReader): string {
  const token = new TextDecoder().decode(files.read(path)).trim()
  if (token === '') throw new Error(`read empty token from file "${path}"`)
  return token
}

function unreadable(error: Error, path: string): ApiFailure {
  const reason =
    'code' in error ? `failed to read token file "${path}": ${describeFileError(path, error)}` : error.message
  return misconfigured(reason, { cause: error })
}
