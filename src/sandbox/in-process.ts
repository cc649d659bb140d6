import { ApiFailure } from '../api/failure.ts'
import type { ApiResponse, Transport } from '../cluster/transport/transport.ts'
import type { SandboxRequest } from './serve-request.ts'

/** What answers requests. */
interface Handler {
  handle(request: SandboxRequest): Promise<ApiResponse>
}

/** The sandbox as the program's port to an API server; an aborted request rejects as a real one does. */
export function createTransport(sandbox: Handler, user?: SandboxRequest['user']): Transport {
  return {
    server: 'https://sandbox',
    async send(request) {
      if (request.signal?.aborted) throw new ApiFailure({ kind: 'aborted', message: 'the request was aborted' })
      return sandbox.handle(user === undefined ? request : { ...request, user })
    },
    close() {},
  }
}
