/** `npm start [-- ARGUMENTS]`: builds the program and runs it against its practice cluster. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { resolve } from 'node:path'
import { upToDate } from './build/up-to-date.ts'

const root = resolve(import.meta.dirname, '..')
try {
  const { program } = await upToDate(root, line => console.error(line))
  const args = process.argv.slice(2)
  const code = await run(program, withSandbox(args))
  // The practice cluster has an API that does not answer, which `list` rightly reports with exit code 1: in a tour this is a success.
  process.exitCode = args.length === 0 && code === 1 ? 0 : code
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}

/** `sandbox` is the practice cluster itself; the other commands use it as their cluster. */
function withSandbox(args: readonly string[]): readonly string[] {
  return args[0] === 'sandbox' || args.some(arg => arg.startsWith('--sandbox')) ? args : [...args, '--sandbox']
}

/** The exit code as a shell would report it. */
function run(program: string, args: readonly string[]): Promise<number> {
  const child = spawn(program, args, { stdio: 'inherit' })
  // An interrupt from a terminal reaches the program directly, and the program decides when to end. A plain kill does not reach it.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(signal === null ? (code ?? 1) : 128 + constants.signals[signal]))
  })
}
