import { everyRepair } from '../first-remedy.ts'
import type { Guard } from '../guard.ts'

/** The server accepts the patch and the finalizer is there all the same: a mutating webhook puts it back. */
export const wouldBeUndone: Guard = ({ probe, finalizer, causes }) => {
  if (!probe?.accepted || !probe.finalizersLeft.includes(finalizer)) return undefined
  const readded = causes.find(({ cause }) => cause.code === 'FinalizerReadded')?.cause
  return {
    guard: 'WouldBeUndone',
    why: readded?.summary ?? 'the server accepts the removal and the finalizer is there all the same',
    instead: everyRepair(readded) ?? 'stop what puts it back',
  }
}
