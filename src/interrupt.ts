import { writeSync } from 'node:fs'
import process from 'node:process'
import { isatty } from 'node:tty'
import { hearBy } from './endable.ts'
import { ExitCode } from './exit-code.ts'

const HAS_TERMINAL = [0, 1, 2].some(isatty)
/** That the terminal went is an interrupt, too. */
const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', ...(HAS_TERMINAL ? ['SIGHUP' as const] : [])]

const interruption = new AbortController()

/** Aborts when the user interrupts. */
export const interrupted: AbortSignal = interruption.signal

let account = (): string => ''
let isOwed = (): boolean => false

/** From here on these signals abort `interrupted`; a second one ends the process at once. */
export function hearInterrupts(): void {
  const resume = () => SIGNALS.forEach(signal => void process.on(signal, interrupt))
  const stop = () => SIGNALS.forEach(signal => void process.off(signal, interrupt))
  hearBy({ interrupted, isOwed: () => isOwed(), stop, resume })
  resume()
  // Under nohup no stream is a terminal; Node undoes that it is to be ignored.
  if (!HAS_TERMINAL) process.on('SIGHUP', () => {})
}

/**
 * What `tell` answers is printed when a second interrupt ends the process at once. While `owed` answers true, nothing
 * else may end it: a change was sent, and must be reported.
 */
export function tellAtForcedEnd(tell: () => string, owed: () => boolean): void {
  account = tell
  isOwed = owed
}

/** A second interrupt waits for nothing; what was done by then is told. A terminal may tell twice that it went. */
function interrupt(signal: NodeJS.Signals): void {
  if (interrupted.aborted && signal !== 'SIGHUP') {
    try {
      writeSync(1, account())
    } finally {
      process.exit(ExitCode.interrupted)
    }
  }
  interruption.abort()
}

/** Calls back at a first interrupt, unless a change was sent. */
export function onInterrupt(call: () => void): void {
  interrupted.addEventListener('abort', () => {
    if (!isOwed()) call()
  })
}
