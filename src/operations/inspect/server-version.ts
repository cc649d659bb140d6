import { ApiFailure, codeOf } from '../../api/failure.ts'
import { readVersion } from '../../cluster/read-version.ts'
import type { Transport } from '../../cluster/transport/transport.ts'

/** A server that keeps its version from this user is explained all the same. */
export async function serverVersion(transport: Transport, signal: AbortSignal): Promise<string> {
  try {
    return (await readVersion(transport, signal)) ?? ''
  } catch (error) {
    const isUnrecorded = error instanceof ApiFailure && error.fault.kind === 'unrecorded'
    if (codeOf(error) === undefined && !isUnrecorded) throw error
    return ''
  }
}
