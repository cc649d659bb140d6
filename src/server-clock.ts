import type { Transport } from './cluster/transport/transport.ts'
import type { Clock } from './terminal.ts'

/** Differences below this are the network's and the header's, which counts whole seconds. In milliseconds. */
const TOLERATED = 5000

export interface ServerClock extends Clock {
  /** The same transport, listening to what time the server says it is. */
  listeningTo(transport: Transport): Transport
  /** From now on it is this time: what is looked at is not the present. */
  standAt(time: Date): void
}

/**
 * A clock that goes by the API server's time, as its answers tell it (`Date`), once one has come. Ages and the staleness
 * of Leases compare times that the server wrote: an engineer's laptop that goes wrong must not make a healthy
 * kube-controller-manager look dead.
 */
export function serverClock(local: Clock): ServerClock {
  let offset = 0
  let stands: Date | undefined
  return {
    now: () => stands ?? new Date(local.now().getTime() + offset),
    standAt(time) {
      stands = time
    },
    sleep: (seconds, signal) => local.sleep(seconds, signal),
    listeningTo: transport => ({
      server: transport.server,
      close: () => transport.close(),
      async send(request) {
        const response = await transport.send(request)
        const told = Date.parse(response.headers.date ?? '')
        const difference = told - local.now().getTime()
        if (!Number.isNaN(told)) offset = Math.abs(difference) < TOLERATED ? 0 : difference
        return response
      },
    }),
  }
}
