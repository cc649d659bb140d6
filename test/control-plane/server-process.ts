import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { endWithThisProcess, signalGroup } from './process-group.ts'

/** A server that a test run started. It never outlives this process, however that ends. */
export interface ServerProcess {
  readonly name: string
  readonly logFile: string
  /** Resolves when the process is gone, with one line that says how it ended. */
  readonly ended: Promise<string>
  /** Ends the process and its children, and waits until it is gone. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** The last lines of its log, without those of klog that only inform. */
  tail(lines?: number): string
}

interface Start {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly logFile: string
  readonly env?: NodeJS.ProcessEnv
}

/** Starts a server in a process group of its own, so that it and its children can be ended together. */
export function startServer({ name, command, args, logFile, env = process.env }: Start): ServerProcess {
  const log = openSync(logFile, 'a')
  const child = spawn(command, args, {
    detached: true,
    stdio: ['pipe', log, log],
    // Ours end when this pipe closes, which holds even when this process is killed outright.
    env: { ...env, CONTROL_PLANE_EXIT_WITH_STDIN: 'yes' },
  })
  closeSync(log)
  endWithThisProcess(child)
  child.stdin?.on('error', () => {})
  const ended = new Promise<string>(resolve => {
    child.once('error', error => resolve(`${name} did not start: ${error.message}`))
    child.once('exit', (code, signal) => resolve(`${name} ended with ${signal ?? code}`))
  })

  return {
    name,
    logFile,
    ended,
    async stop(signal = 'SIGKILL') {
      signalGroup(child, signal)
      await ended
    },
    tail(lines = 10) {
      const worth = readFileSync(logFile, 'utf8')
        .split('\n')
        .filter(line => line !== '' && !/^I\d{4} /.test(line))
      return worth
        .slice(-lines)
        .map(line => `${name}: ${line.slice(0, 300)}`)
        .join('\n')
    },
  }
}
