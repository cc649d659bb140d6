import { claims, claimsOf } from '../claims.ts'
import type { Quote } from '../quote.ts'
import { says } from '../wording.ts'
import { logWords } from '../words/log.ts'
import type { LogLine } from './line.ts'

/**
 * What a line says of the object that it names. `failing`: an error that keeps its deletion from completing; `counted`:
 * how much is left; `works`: that it is being deleted; `other`: nothing of its deletion.
 */
export type Meaning = 'failing' | 'paused' | 'outOfScope' | 'perhapsOutOfScope' | 'counted' | 'works' | 'other'

/** The words of a line, message and error, as claims are read from them. */
export function wordsOf({ message, error }: LogLine): Quote {
  const fact = [message, error].filter(text => text !== '').join(': ')
  return { fact, source: 'logs' }
}

/** By the line's own level: what an error quotes says nothing of scopes and pauses, as anyone may have written it. */
export function meaningOf(line: LogLine): Meaning {
  const words = wordsOf(line)
  if (isError(line, words)) return claims('passing error')(words) || claims('passed over')(words) ? 'other' : 'failing'
  const message: Quote = { fact: line.message, source: 'logs' }
  if (claims('all paused')(message)) return 'paused'
  const [scope] = claimsOf('out of scope', [message])
  if (scope !== undefined) return scope.perhaps ? 'perhapsOutOfScope' : 'outOfScope'
  if (claims('counted')(message)) return 'counted'
  return says('deletion', message.fact) && !saysNotDeleting(line) ? 'works' : 'other'
}

/** Whether it says, as no error, that it does not delete the object. */
export function saysNotDeleting({ level, message }: LogLine): boolean {
  return level !== 'error' && logWords.has('not deleting', message)
}

/** By its level; without one, and of a warning, by its words. Crossplane and KubeBlocks log errors at other levels. */
function isError({ level, error }: LogLine, { fact }: Quote): boolean {
  if (level === 'error') return true
  if (level === 'warn' || level === undefined) return error !== '' || says('failure', fact)
  const isTold = error !== '' || (level === 'info' && logWords.has('plain error', fact))
  return isTold && !claims('out of scope')({ fact, source: 'logs' })
}
