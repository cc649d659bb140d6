import { setImmediate as turn } from 'node:timers/promises'
import { type Transport, withSend } from '../transport/transport.ts'

/** So long, in ms, an archive answers without a pause. */
const LONGEST_STRETCH = 50

/** The transport of an archive, which waits for no network: a pause between answers lets an interrupt through. */
export function breathing(transport: Transport): Transport {
  let heardAt = performance.now()
  return withSend(transport, async request => {
    if (performance.now() - heardAt >= LONGEST_STRETCH) {
      await turn()
      heardAt = performance.now()
    }
    return transport.send(request)
  })
}
