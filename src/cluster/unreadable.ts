import type { ApiFailure, Fault } from '../api/failure.ts'
import type { Unreadable } from '../api/terminating.ts'

/** The record of a read that failed: `reason` is the server's own, or names what happened on the way. */
export function unreadable(resource: string, failure: ApiFailure, namespace?: string): Unreadable {
  return {
    resource,
    ...(namespace !== undefined && { namespace }),
    reason: reasonFor(failure.fault),
    message: failure.message,
  }
}

function reasonFor(fault: Fault): string {
  switch (fault.kind) {
    case 'status':
      return fault.status.reason || `HTTP${fault.code}`
    case 'refused':
      return 'ConnectionRefused'
    case 'unreachable':
      return 'Unreachable'
    case 'cut':
      return 'ResponseCut'
    case 'garbled':
      return 'Garbled'
    case 'oversized':
      return 'TooLarge'
    case 'configuration':
      return 'Configuration'
    case 'aborted':
      return 'Interrupted'
  }
}
