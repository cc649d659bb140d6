#!/usr/bin/env node
import { homedir, tmpdir } from 'node:os'
import process from 'node:process'
import { isSea } from 'node:sea'
import { addAbortSignal } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { COMPLETE, run } from './cli.ts'
import { ExitCode } from './exit-code.ts'
import type { Host } from './host.ts'
import { inquirerPrompt } from './inquirer-prompt.ts'
import { hearInterrupts, interrupted, onInterrupt, tellAtForcedEnd } from './interrupt.ts'
import { configDirectory, stateDirectory } from './own-directories.ts'
import { isAlive, markOf } from './process-mark.ts'
import type { Output } from './terminal.ts'

const DEFAULT_COLUMNS = 80

let lostText = false

interface Opened extends Output {
  /** Whose errors are heard: of a terminal that went, any write fails. */
  readonly stream: () => NodeJS.WriteStream
}

/**
 * A reader that went away (`| head`, a terminal that was closed) wants no more text: that is no error, and ends nothing
 * under way. A full disk is an error: the answer is not whole.
 */
function output(name: 'stdout' | 'stderr'): Opened {
  const closed = new AbortController()
  let opened: NodeJS.WriteStream | undefined
  // Node makes a stream when it is asked for it.
  const stream = (): NodeJS.WriteStream => {
    opened ??= process[name].on('error', (error: NodeJS.ErrnoException) => {
      closed.abort()
      if (error.code === 'EPIPE' || (error.code === 'EIO' && process[name].isTTY)) return
      lostText = true
      if (name !== 'stderr') stderr.write(`error: write /dev/${name}: ${error.message}\n`)
    })
    return opened
  }
  return {
    stream,
    write: text => void (closed.signal.aborted || stream().write(text)),
    closed: closed.signal,
    isDumb: process.env.TERM === 'dumb',
    get columns() {
      // A terminal that does not know its own width says 0.
      return stream().isTTY ? stream().columns || DEFAULT_COLUMNS : undefined
    },
  }
}

const stdout = output('stdout')
const stderr = output('stderr')

const host: Host = {
  terminal: {
    stdout,
    stderr,
    // What is asked stands on stderr: stdout is the answer.
    get prompt() {
      return process.stdin.isTTY && process.stderr.isTTY ? inquirerPrompt(process.stdin, stderr.stream()) : undefined
    },
    colour: process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
  },
  clock: {
    now: () => new Date(),
    elapsed: () => performance.now() / 1000,
    sleep: (seconds, signal) => wait(seconds * 1000, undefined, { signal }).catch(() => undefined),
  },
  env: process.env,
  signal: interrupted,
  onForcedEnd: tellAtForcedEnd,
  readInput: () => text(addAbortSignal(interrupted, process.stdin)),
  input: signal => addAbortSignal(AbortSignal.any([interrupted, signal]), process.stdin),
  temporaryDirectory: tmpdir(),
  installation: () => ({
    program: isSea() ? process.execPath : process.argv[1]!,
    runtimeVersion: process.version,
    platform: `${process.platform}/${process.arch}`,
  }),
  thisProcess: () => markOf(process.pid),
  isAlive: mark => isAlive(mark, exists),
  stateDirectory: stateDirectory(process.platform, process.env, home()),
  configDirectory: configDirectory(process.platform, process.env, home()),
}

/** One of another user is there as well. */
function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

hearInterrupts()
// The exit code is set and not forced, so that everything written reaches a slow reader.
void run(process.argv.slice(2), host).then(code => {
  process.exitCode = code
  // All that is left is to wait for a reader, who may not read on.
  onInterrupt(() => process.stdout.writableLength > 0 && process.exit(ExitCode.interrupted))
  // A shell waits for this one at the press of a key. A name server that does not answer would keep the process alive.
  if (process.argv[2] === COMPLETE) stdout.stream().write('', () => process.exit())
  process.on('exit', () => {
    if (lostText && code === ExitCode.done) process.exitCode = ExitCode.error
    // All is written. Otherwise Node removes its signal handlers first: a second interrupt would end it by the signal.
    process.exit()
  })
})

/** Empty for a user without HOME whom no list of users has, as in an image with another base: Node throws there. */
function home(): string {
  try {
    return homedir()
  } catch {
    return ''
  }
}
