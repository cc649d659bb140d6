import { turn } from './turn.ts'

/** What a process hears of signals, and that it stops hearing them for a while. A page hears none. */
export interface Hearing {
  /** Aborts when the user interrupts. */
  readonly interrupted: AbortSignal
  /** A change was sent, and has to be told of. */
  isOwed(): boolean
  /** From here on the system ends the process by a signal, at once. */
  stop(): void
  resume(): void
}

let hearing: Hearing | undefined
/** How much that the system may end is under way. */
let endables = 0

/** From here on `endable` lets the system end this process. */
export function hearBy(process: Hearing): void {
  hearing = process
}

/**
 * Does what may take seconds and hears no signal meanwhile: a computation, or output to a reader that does not read. A
 * signal then ends the process at once, as by default. Only for what reads: once a change was sent, a signal waits.
 * After an earlier interrupt `ifInterrupted` is done instead; without it this rejects.
 */
export async function endable<Result>(
  compute: () => Result | Promise<Result>,
  ifInterrupted: () => Result | Promise<Result> = notDone,
): Promise<Result> {
  // A signal that came by now is delivered by the second turn; a listener that is removed before loses it.
  await turn()
  await turn()
  if (hearing?.interrupted.aborted) return ifInterrupted()
  if (hearing === undefined || hearing.isOwed()) return compute()
  if (endables++ === 0) hearing.stop()
  try {
    return await compute()
  } finally {
    if (--endables === 0) hearing.resume()
  }
}

/** Throws where the user interrupted. */
export function heedInterrupt(): void {
  if (hearing?.interrupted.aborted) notDone()
}

function notDone(): never {
  throw new Error('interrupted')
}
