#!/usr/bin/env node
import { tmpdir } from 'node:os'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { run } from './cli.ts'
import { ExitCode } from './exit-code.ts'
import type { Host } from './host.ts'
import type { Output } from './terminal.ts'

const DEFAULT_COLUMNS = 80

const interruption = new AbortController()

/** A second interrupt does not wait for anything. */
function interrupt(): void {
  if (interruption.signal.aborted) process.exit(ExitCode.interrupted)
  interruption.abort()
}

/** A reader that went away (`| head`) wants no more text: that is no error, and ends nothing that is under way. */
function output(stream: NodeJS.WriteStream): Output {
  const closed = new AbortController()
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    closed.abort()
  })
  return {
    write: text => void (closed.signal.aborted || stream.write(text)),
    closed: closed.signal,
    get columns() {
      // A terminal that does not know its own width says 0.
      return stream.isTTY ? stream.columns || DEFAULT_COLUMNS : undefined
    },
  }
}

const host: Host = {
  terminal: {
    stdout: output(process.stdout),
    stderr: output(process.stderr),
    colour: process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
  },
  clock: {
    now: () => new Date(),
    sleep: (seconds, signal) => wait(seconds * 1000, undefined, { ...(signal && { signal }) }).catch(() => undefined),
  },
  env: process.env,
  signal: interruption.signal,
  temporaryDirectory: tmpdir(),
}

process.on('SIGINT', interrupt)
process.on('SIGTERM', interrupt)
// The exit code is set and not forced, so that everything written reaches a slow reader.
process.exitCode = await run(process.argv.slice(2), host)
