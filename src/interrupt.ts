import { writeSync } from 'node:fs'
import process from 'node:process'
import { setImmediate as turn } from 'node:timers/promises'
import { ExitCode } from './exit-code.ts'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

const interruption = new AbortController()

/** Aborts when the user interrupts. */
export const interrupted: AbortSignal = interruption.signal

let account = (): string => ''
let isOwed = (): boolean => false
let isHeard = false
/** How much that the system may end is under way. */
let endables = 0

/** From here on an interrupt and a termination abort `interrupted`; a second one ends the process at once. */
export function hearInterrupts(): void {
  isHeard = true
  for (const signal of SIGNALS) process.on(signal, interrupt)
}

/**
 * Whatever `tell` answers is printed when a second interrupt ends the process at once. While `owed` answers true, nothing else may end it: a
 * change was sent, and has to be told of.
 */
export function tellAtForcedEnd(tell: () => string, owed: () => boolean): void {
  account = tell
  isOwed = owed
}

/** A second interrupt does not wait for anything; what was done by then is told. */
function interrupt(): void {
  if (interrupted.aborted) {
    try {
      writeSync(1, account())
    } finally {
      process.exit(ExitCode.interrupted)
    }
  }
  interruption.abort()
}

/**
 * Does what may take seconds and hears nothing meanwhile: a computation that cannot be left off in between, or output to a reader that does
 * not read. The system ends the process by a signal that comes then, at once, as it does by default. For what reads alone: once a
 * change was sent, a signal waits until it is heard. `ifInterrupted` is done in its place where the user interrupted before; without it this rejects.
 */
export async function endable<Result>(
  compute: () => Result | Promise<Result>,
  ifInterrupted: () => Result | Promise<Result> = notDone,
): Promise<Result> {
  // A signal that came by now is handed on in the second turn at the latest. Whoever stops to listen before loses it.
  await turn()
  await turn()
  if (interrupted.aborted) return ifInterrupted()
  if (!isHeard || isOwed()) return compute()
  if (endables++ === 0) for (const signal of SIGNALS) process.off(signal, interrupt)
  try {
    return await compute()
  } finally {
    if (--endables === 0) for (const signal of SIGNALS) process.on(signal, interrupt)
  }
}

/** Calls back at a first interrupt, unless a change was sent. */
export function onInterrupt(call: () => void): void {
  interrupted.addEventListener('abort', () => {
    if (!isOwed()) call()
  })
}

function notDone(): never {
  throw new Error('interrupted')
}

/** Throws where the user interrupted. */
export function heedInterrupt(): void {
  if (interrupted.aborted) notDone()
}
