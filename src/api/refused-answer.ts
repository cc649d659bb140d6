import type { RemovalAnswer } from './fact.ts'
import { ApiFailure } from './failure.ts'

export type RefusedAnswer = Extract<RemovalAnswer, { accepted: false }>

/** A server's refusal as data; rethrows what is no answer of a server. */
export function refusedAnswer(error: unknown): RefusedAnswer {
  if (!(error instanceof ApiFailure) || error.fault.kind !== 'status') throw error
  const { code, status } = error.fault
  const { reason = '', message = '', details } = status
  return { accepted: false, code, reason, message, causes: details?.causes ?? [] }
}
