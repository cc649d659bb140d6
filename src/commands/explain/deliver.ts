import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { CommandContext } from '../../commandline/command.ts'
import { printable } from '../../render/printable.ts'
import type { Terminal } from '../../terminal.ts'
import type { ExplainOptions } from './options.ts'

/** So long a program may take to hand a file to the browser. */
const LIMIT_SECONDS = 20

/**
 * Lets `print` write to where the answer is wanted: stdout, a file, or a file that the browser then opens. A temporary one
 * can be read by this user only. Answers whether the browser could not be opened; rejects when the file cannot be written.
 */
export async function deliver(
  { outputFile, open, format }: Pick<ExplainOptions, 'outputFile' | 'open' | 'format'>,
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
  const file = outputFile ?? join(await mkdtemp(join(temporaryDirectory, 'kubectl-finalize-')), `explanation.${format}`)
  await writeFile(file, text, outputFile === undefined ? { mode: 0o600 } : {})
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

/** The program by which each system opens a file with what is set for its type. */
function openerOf(platform: string): readonly [string, ...string[]] {
  if (platform.startsWith('darwin/')) return ['open']
  if (platform.startsWith('win32/')) return ['rundll32', 'url.dll,FileProtocolHandler']
  return ['xdg-open']
}
