import { ApiFailure } from '../api/failure.ts'
import type { Transport } from '../cluster/transport/transport.ts'
import type { Sandbox } from './sandbox.ts'
import type { SandboxRequest } from './serve-request.ts'

/** The sandbox as the program's port to an API server; an aborted request rejects as a real one does. */
export function createTransport(sandbox: Sandbox, user?: SandboxRequest['user']): Transport {
  return {
    server: 'https://sandbox',
    async send(request) {
      if (request.signal?.aborted) throw new ApiFailure({ kind: 'aborted', message: 'the request was aborted' })
      return sandbox.handle(user === undefined ? request : { ...request, user })
    },
    close() {},
  }
}
