import { execFile } from 'node:child_process'
import { mkdtemp, realpath, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { printable } from '../api/printable.ts'
import { describeFileError } from '../cluster/kubeconfig/file-reader.ts'
import { writeSafely } from '../execute/write-safely.ts'
import type { Terminal } from '../terminal.ts'
import type { CommandContext } from './command.ts'
import type { Destination } from './picture-flags.ts'

/** So long a program may take to hand a file to the browser. */
const LIMIT_SECONDS = 20

/**
 * Lets `print` write to stdout, to a file, or to a temporary file, named `called`, that the browser opens. Only this
 * user can read files. Answers whether the browser could not be opened; rejects when a file cannot be written.
 */
export async function deliver(
  called: 'explanation' | 'preflight',
  { outputFile, open, format }: Destination,
  { terminal, temporaryDirectory, installation }: CommandContext,
  print: (terminal: Terminal) => Promise<void>,
): Promise<boolean> {
  if (outputFile === undefined && !open) {
    await print(terminal)
    return false
  }
  let text = ''
  const write = (more: string): void => {
    text += more
  }
  await print({ ...terminal, stdout: { write, columns: undefined, closed: terminal.stdout.closed } })
  const file = outputFile ?? join(await mkdtemp(join(temporaryDirectory, 'kubectl-finalize-')), `${called}.${format}`)
  await writePrivately(file, text)
  terminal.stderr.write(`Wrote ${printable(file)}\n`)
  if (!open) return false
  const [opener, ...args] = openerOf(installation().platform)
  try {
    await promisify(execFile)(opener, [...args, resolve(file)], { timeout: LIMIT_SECONDS * 1000 })
    return false
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'program not found' : 'it failed'
    terminal.stderr.write(`error: the browser could not be opened by ${opener}: ${code}. Open the file yourself.\n`)
    return true
  }
}

/** A device or a pipe (/dev/stdout) stays what it is, and a link stays one. Errors name what the user named. */
async function writePrivately(path: string, text: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  try {
    if (found === undefined) await writeSafely(path, text)
    else if (found.isFile()) await writeSafely(await realpath(path), text)
    else await writeFile(path, text)
  } catch (error) {
    throw new Error(describeFileError(path, error))
  }
}

/** The program by which each system opens a file with what is set for its type. */
function openerOf(platform: string): readonly [string, ...string[]] {
  if (platform.startsWith('darwin/')) return ['open']
  if (platform.startsWith('win32/')) return ['rundll32', 'url.dll,FileProtocolHandler']
  return ['xdg-open']
}
