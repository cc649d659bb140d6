import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Runs npm (the one that started this process, if any) and returns its stdout. Rejects with its error output. */
export async function npm(args: readonly string[], cwd: string): Promise<string> {
  const started = process.env.npm_execpath
  const quiet = [...args, '--loglevel=error', '--no-audit', '--no-fund']
  const options = { cwd, maxBuffer: 1 << 26 }
  const { stdout } = started?.endsWith('npm-cli.js')
    ? await promisify(execFile)(process.execPath, [started, ...quiet], options)
    : await promisify(execFile)('npm', quiet, { ...options, shell: process.platform === 'win32' })
  return stdout
}
