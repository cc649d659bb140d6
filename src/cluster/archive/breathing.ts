import { setImmediate as turn } from 'node:timers/promises'
import type { Transport } from '../transport/transport.ts'

/** So long, in ms, an archive answers without a pause. */
const LONGEST_STRETCH = 50

/** The same transport of an archive, which has no network to wait for: between its answers an interrupt is heard all the same. */
export function breathing(transport: Transport): Transport {
  let heardAt = performance.now()
  return {
    server: transport.server,
    close: () => transport.close(),
    async send(request) {
      if (performance.now() - heardAt >= LONGEST_STRETCH) {
        await turn()
        heardAt = performance.now()
      }
      return transport.send(request)
    },
  }
}
