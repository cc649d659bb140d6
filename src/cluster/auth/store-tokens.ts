import { open, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { misconfigured } from '../../api/failure.ts'
import type { StoredUser } from '../kubeconfig/connection.ts'

/** Renewed tokens, by their names in an `oidc` auth-provider. */
export interface Tokens {
  readonly 'id-token': string
  readonly 'refresh-token'?: string
}

/**
 * Writes renewed tokens into the user entry of a kubeconfig and leaves the rest as it is, comments included. The file
 * is replaced whole, under the `.lock` file that kubectl honours too, taken before `renew` runs: a refresh token is not
 * spent when its successor could not be kept. Rejects with ApiFailure `configuration`.
 */
export async function renewStored({ file, userName }: StoredUser, renew: () => Promise<Tokens>): Promise<Tokens> {
  const path = await realpath(file).catch(notPersisted)
  const lock = `${path}.lock`
  await open(lock, 'wx').then(handle => handle.close(), notPersisted)
  try {
    const tokens = await renew()
    const content = await readFile(path, 'utf8').catch(notPersisted)
    await replace(path, await withTokens(content, userName, tokens)).catch(notPersisted)
    return tokens
  } finally {
    await rm(lock, { force: true })
  }
}

/** node:fs names only paths; what was to be written holds secrets, and is not quoted. */
function notPersisted(error: Error): never {
  const message = `could not persist new tokens: ${error.message}`
  throw misconfigured(message, { cause: error })
}

async function withTokens(content: string, userName: string, tokens: Tokens): Promise<string> {
  const { isSeq, parseDocument } = await import('yaml')
  const document = parseDocument(content, { prettyErrors: false, uniqueKeys: false })
  const users = document.get('users')
  const index = isSeq(users)
    ? users.items.findIndex((_item, at) => document.getIn(['users', at, 'name']) === userName)
    : -1
  if (index < 0) notPersisted(new Error(`user "${userName}" is no longer in the kubeconfig`))
  for (const [name, token] of Object.entries(tokens)) {
    document.setIn(['users', index, 'user', 'auth-provider', 'config', name], token)
  }
  return document.toString({ lineWidth: 0 })
}

async function replace(path: string, content: string): Promise<void> {
  const { mode } = await stat(path)
  const next = `${path}.new`
  await writeFile(next, content, { mode: mode & 0o777 })
  await rename(next, path)
}
