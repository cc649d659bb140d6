import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { npm } from './npm.ts'

/** One version of an npm package, identified by its integrity hash. */
export interface Packed {
  readonly name: string
  readonly version: string
  /** `sha512-…` in base64, as a lockfile has it. */
  readonly integrity: string
}

/** The package could not be fetched: no network, or no such package. This does not mean that a download was corrupt. */
export class NotFetched extends Error {}

/**
 * The unpacked files of a package for any platform, fetched once and kept in the user's cache under its integrity hash.
 * Rejects with NotFetched when it cannot be fetched, and with another error when the download does not match the hash.
 */
export async function unpacked({ name, version, integrity }: Packed, say: (line: string) => void): Promise<string> {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'kubectl-finalize', 'packages')
  const key = createHash('sha256').update(integrity).digest('hex').slice(0, 32)
  const folder = join(cache, `${name}-${key}`)
  if (await exists(folder)) return join(folder, 'package')

  say(`fetching ${name} ${version} …`)
  await mkdir(cache, { recursive: true })
  // Unpacked elsewhere and then moved, so that the folder is complete whenever it exists.
  const draft = await mkdtemp(join(cache, '.fetching-'))
  try {
    await npm(['pack', `${name}@${version}`, '--pack-destination', draft], draft).catch(({ stderr, message }) => {
      throw new NotFetched(`${name} ${version} cannot be fetched: ${/code (\w+)/.exec(stderr)?.[1] ?? message}`)
    })
    const [tarball] = (await readdir(draft)).filter(file => file.endsWith('.tgz'))
    if (tarball === undefined) throw new Error(`npm pack ${name}@${version} wrote no tarball`)
    const came = createHash('sha512')
      .update(await readFile(join(draft, tarball)))
      .digest('base64')
    if (`sha512-${came}` !== integrity) throw new Error(`${name} ${version} is not what is pinned: sha512-${came}`)
    await promisify(execFile)('tar', ['-xzf', tarball], { cwd: draft })
    await rm(join(draft, tarball))
    await rename(draft, folder).catch(async error => {
      if (!(await exists(folder))) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return join(folder, 'package')
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
