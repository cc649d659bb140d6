import { ApiFailure, codeOf } from '../api/failure.ts'
import { refusedAnswer } from '../api/refused-answer.ts'
import { rejectionOf } from '../statements/rejection.ts'

/**
 * Sent, but with unknown outcome: no answer came, or not the API server's. A 5xx may come from a gateway or a slow
 * store after the change was made; a failing webhook is known by its words.
 */
export function isUnheard(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return false
  const { fault } = error
  if (fault.kind === 'status') return fault.code >= 500 && rejectionOf(refusedAnswer(error)).by === 'something else'
  return fault.kind !== 'refused' && fault.kind !== 'configuration'
}

/** The server may answer the next time: nothing that it said decides anything. */
export function isPassing(error: unknown): boolean {
  return isUnheard(error) || isTurnedAway(error) || (error instanceof ApiFailure && error.fault.kind === 'refused')
}

/** Too busy, or a 404 that names nothing: a route that is lost, or the type has gone, which the next look tells. */
export function isTurnedAway(error: unknown): boolean {
  return isWithoutRoom(error) || (codeOf(error) === 404 && !isNamed(error))
}

/** 429: it is sent again when there is room, which says nothing of the change. */
export function isWithoutRoom(error: unknown): boolean {
  return codeOf(error) === 429
}

/** Seconds that the server asks to be left alone for; undefined where it says none. */
export function retryAfterOf(error: unknown): number | undefined {
  return error instanceof ApiFailure && error.fault.kind === 'status' ? error.fault.retryAfterSeconds : undefined
}

function isNamed(error: unknown): boolean {
  return error instanceof ApiFailure && error.fault.kind === 'status' && error.fault.status.details?.name !== undefined
}

/**
 * The object is not in the state that the request was for: 409, the 422 without details that every JSON patch that no
 * longer fits is answered with (kubernetes-deletion.md 1.5), or gone. A namespace that is missing is another 404
 * (kubernetes-deletion.md 2.6).
 */
export function isOtherState(error: unknown): boolean {
  if (!(error instanceof ApiFailure) || error.fault.kind !== 'status') return false
  const { code, status } = error.fault
  const { kind, causes = [] } = status.details ?? {}
  return (
    code === 409 ||
    (code === 404 && kind !== 'namespaces' && isNamed(error)) ||
    (code === 422 && kind === undefined && causes.length === 0)
  )
}
