import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unpacked } from './packed.ts'
import { isNative, nodeWords, type Platform } from './platforms.ts'

/** Node for one platform, as built and signed by the Node.js project. */
export interface Runtime {
  /** Path of the executable. */
  readonly node: string
  readonly version: string
}

/** Node's executable for `platform`: the installed one, or the one that package-lock.json pins, fetched. */
export async function runtimeFor(root: string, platform: Platform, say: (line: string) => void): Promise<Runtime> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const path = Object.keys(packages).find(each => new RegExp(`/node-(bin-)?${nodeWords(platform)}$`).test(each))
  if (path === undefined) throw new Error(`no Node is pinned for ${platform.os}/${platform.arch}`)
  const { version, integrity } = packages[path]
  const name = path.slice('node_modules/'.length)
  const folder = isNative(platform) ? join(root, path) : await unpacked({ name, version, integrity }, say)
  return { node: join(folder, 'bin', platform.os === 'windows' ? 'node.exe' : 'node'), version }
}
