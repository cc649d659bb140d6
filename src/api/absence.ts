import { ApiFailure } from './failure.ts'

/**
 * Whether the server said that just this object is not there: a 404 that names it. One that names nothing speaks of the
 * path: the version is served no more, or a gateway on the way lost its route, and the object may well be there.
 */
export function isAbsence(error: unknown, name: string): boolean {
  if (!(error instanceof ApiFailure) || error.fault.kind !== 'status') return false
  const { code, status } = error.fault
  return code === 404 && status.details?.name === name
}
