import { ApiFailure, type Fault } from '../api/failure.ts'
import { NOT_RECORDED, type Unreadable } from '../api/terminating.ts'

/** The record of a read that failed: `reason` is the server's own, or names what happened on the way. */
export function unreadable(resource: string, failure: ApiFailure, namespace?: string): Unreadable {
  return { resource, namespace, reason: reasonFor(failure.fault), message: wordsOf(failure) }
}

/** Of objects that it cannot read, the server names the keys in the causes alone. */
function wordsOf({ fault, message }: ApiFailure): string {
  if (fault.kind !== 'status' || fault.status.reason !== 'StorageReadError') return message
  const causes = (fault.status.details?.causes ?? []).flatMap(cause => cause.message ?? [])
  return [message, ...causes].join(': ')
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
    case 'unrecorded':
      return NOT_RECORDED
    case 'configuration':
      return 'Configuration'
    case 'aborted':
      return 'Interrupted'
  }
}

/** What a read gives, or the failure that it rejects with. */
export function orFailure<Value>(reading: Promise<Value>): Promise<Value | ApiFailure> {
  return reading.catch((error: unknown) => {
    if (error instanceof ApiFailure) return error
    throw error
  })
}
