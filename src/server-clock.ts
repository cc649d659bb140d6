import { largest, smallest } from './api/long-lists.ts'
import type { Transport } from './cluster/transport/transport.ts'
import type { Clock } from './terminal.ts'

/** Differences below this are the header's, which counts whole seconds, and the local clock's. In milliseconds. */
const TOLERATED = 5000
/** Answers whose times have to agree: as many as one page of questions brings from each of a few servers. */
const HEARD = 16

export interface ServerClock extends Clock {
  /** The same transport, listening to what time the server says it is. */
  listeningTo(transport: Transport): Transport
  /** From now on it is this time: what is looked at is not the present. */
  standAt(time: Date): void
}

/**
 * A clock that goes by the API server's time (`Date` of its answers), once one has come. Ages and the staleness of
 * Leases compare times that the server wrote: a laptop with a wrong clock must not make a healthy
 * kube-controller-manager look dead. A slow answer was written at some time while it was waited for. Where the last
 * answers disagree (several servers behind one address), the earliest time counts, by which everything is youngest:
 * nothing looks silent, and no Lease stale, because of it. `tell` reports that, once.
 */
export function serverClock(local: Clock, tell: (warning: string) => void = () => {}): ServerClock {
  /** In ms, of the last answers: by how much the server is ahead of us, at least and at most. */
  const heard: { readonly least: number; readonly most: number }[] = []
  let isTold = false
  let stands: Date | undefined
  const spread = (): number => largest(heard.map(({ least }) => least)) - smallest(heard.map(({ most }) => most))
  const offset = (): number => {
    const least = heard.map(each => each.least)
    return least.length === 0 ? 0 : spread() < TOLERATED ? largest(least) : smallest(least)
  }
  const hear = (date: string | undefined, seconds: number, server: string): void => {
    const told = Date.parse(date ?? '')
    if (Number.isNaN(told)) return
    const least = told - local.now().getTime()
    heard.push({ least, most: least + seconds * 1000 })
    if (heard.length > HEARD) heard.shift()
    if (isTold || spread() < TOLERATED) return
    isTold = true
    tell(
      `answers of ${server} differ by ${Math.round(spread() / 1000)} s in their time (several API servers?): ages count from the earliest`,
    )
  }
  return {
    now: () => {
      const ahead = offset()
      return stands ?? new Date(local.now().getTime() + (Math.abs(ahead) < TOLERATED ? 0 : ahead))
    },
    elapsed: () => local.elapsed(),
    standAt(time) {
      stands = time
    },
    sleep: (seconds, signal) => local.sleep(seconds, signal),
    listeningTo: transport => ({
      server: transport.server,
      close: () => transport.close(),
      async send(request) {
        const before = local.elapsed()
        const response = await transport.send(request)
        hear(response.headers.date, local.elapsed() - before, transport.server)
        return response
      },
    }),
  }
}
