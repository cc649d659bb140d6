import { printable } from '../../render/printable.ts'
import type { CommandContext } from '../command.ts'

export type Consent = 'given' | 'refused' | 'interrupted' | 'nobody'

/** How to ask: one object by its name, a set by its number. */
export function consentWord(names: readonly string[]): string {
  return names.length === 1 ? names[0]! : String(names.length)
}

/**
 * Asks for the one word that says that the user read what will happen; anything else is no. `nobody`: there is no
 * terminal to ask on, and no --yes.
 */
export async function askConsent(
  word: string,
  yes: boolean,
  { terminal: { prompt }, signal }: CommandContext,
): Promise<Consent> {
  if (signal.aborted) return 'interrupted'
  if (yes) return 'given'
  if (prompt === undefined) return 'nobody'
  const typed = await prompt.ask(`Type ${printable(word)} to go on:`, signal)
  if (typed === undefined) return 'interrupted'
  return typed.trim() === word ? 'given' : 'refused'
}

/** Why nothing was done without consent. */
export function withoutConsent(consent: 'refused' | 'nobody', word: string): string {
  return consent === 'nobody'
    ? 'nobody is there to agree: run it on a terminal, or give --yes'
    : `not confirmed: "${printable(word)}" was to be typed`
}
