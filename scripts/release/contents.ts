import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeExecutable } from '../build/executable.ts'
import type { Built } from '../build/up-to-date.ts'
import type { Entry } from './entry.ts'
import { makePageRoom } from './page-room.ts'
import { entryPoint, isNative, type Platform } from './platforms.ts'
import type { Runtime } from './runtime.ts'
import { stripElf } from './strip-elf.ts'
import { unsignPe } from './unsign-pe.ts'

/**
 * The files of one platform's archive, the entry point first. `plugin` is the folder of files that are installed unchanged. krew
 * links only the entry point. The file for kubectl's completion is included to be linked by hand, except on Windows, where
 * kubectl accepts no script.
 */
export async function contentsFor(
  platform: Platform,
  built: Built,
  { node }: Runtime,
  plugin: string,
): Promise<readonly Entry[]> {
  const name = entryPoint(platform)
  const executable = async (file: string): Promise<Entry> => ({
    name: file,
    executable: true,
    bytes: await readFile(join(plugin, file)),
  })
  const completion = platform.os === 'windows' ? [] : [await executable('kubectl_complete-finalize')]
  if (platform.os !== 'darwin') {
    return [{ name, executable: true, bytes: await executableOn(platform, node, built) }, ...completion]
  }
  // An arm64 Mac runs no unsigned code, and anything added to Node invalidates the signature of the Node.js project. So Node is left unchanged.
  return [
    await executable(name),
    // Not kubectl-…: kubectl treats every file with such a name on PATH as a plugin, and would complain about this one.
    { name: 'finalize.mjs', executable: false, bytes: await readFile(built.bundle) },
    { name: 'node', executable: true, bytes: await readFile(node) },
    ...completion,
  ]
}

/** Node, without the parts that the program does not need, and the program as one executable. */
async function executableOn(platform: Platform, node: string, { parts, code }: Built): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'kubectl-finalize-release-'))
  try {
    const [runtime, made] = [join(folder, 'node'), join(folder, 'made')]
    const whole = await readFile(node)
    const bare = platform.os === 'windows' ? unsignPe(whole) : stripElf(whole)
    if (platform.os === 'linux') makePageRoom(bare)
    await writeFile(runtime, bare, { mode: 0o755 })
    await makeExecutable(parts, made, isNative(platform) ? { runtime, code } : { runtime })
    return await readFile(made)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
