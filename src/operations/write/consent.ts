import { visible } from '../../api/visible.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import type { Ports } from '../ports.ts'

export type Consent = 'given' | 'refused' | 'interrupted' | 'unasked'

/** What to type: the name of one object as it is shown, since some characters cannot be typed; the number of a set. */
export function consentWord(names: readonly string[]): string {
  return names.length === 1 ? visible(names[0]!) : String(names.length)
}

/**
 * Says in a line what will be done to which cluster, and asks for the one word that proves that the user read it; all
 * else is no. `what` begins with a verb: `Remove 1 finalizer`. `unasked`: there is neither a terminal nor --yes.
 */
export async function askConsent(what: Sentence, word: string, yes: boolean, ports: Ports): Promise<Consent> {
  const { signal, journal } = ports
  const { prompt } = ports.terminal
  const inWords = await ports.words()
  const place = ports.place()
  const to = inWords(place === undefined ? what : message('InPlace', { what, place }))
  const declined = (why: Exclude<Consent, 'given'>): Consent => {
    journal.record({ event: 'declined', to, why })
    return why
  }
  if (signal.aborted) return declined('interrupted')
  const given = (by: string): Consent => {
    journal.record({ event: 'agreed', to, by })
    return 'given'
  }
  if (yes) return given('--yes')
  if (prompt === undefined) return declined('unasked')
  await ports.say({ part: 'paragraph', sentence: message('WithStop', { sentence: to }) })
  const typed = await prompt.ask(inWords(message('TypeToConfirm', { word })), signal)
  if (typed === undefined) return declined('interrupted')
  return typed.trim() === word.trim() ? given(`typed "${word}"`) : declined('refused')
}

/** Why nothing was done without consent. */
export function withoutConsent(consent: 'refused' | 'unasked', word: string): Sentence {
  return consent === 'unasked' ? message('ConsentRequired') : message('NotConfirmed', { word })
}
