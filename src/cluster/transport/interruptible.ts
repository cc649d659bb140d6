import { anyOf, lapseOf } from './aborted.ts'
import type { ApiRequest, Transport } from './transport.ts'

/** What a change that is under way still has after an interrupt, and what the look has that tells what became of it. */
const GRACE_SECONDS = 0.3
const LOOK_SECONDS = 0.4
/** What a read may take once something was changed: then the account of it is not to wait for a server that is silent. */
const READ_SECONDS = 15

/**
 * The same transport, whose requests end when the user interrupts, whoever sent them: what only reads at once, what changes
 * something a moment later, since its answer tells what was done. Once the run `wrote`, reads end by themselves as well.
 */
export function interruptible(transport: Transport, interrupt: AbortSignal, wrote: () => boolean): Transport {
  const late = new AbortController()
  const end = (): void => void setTimeout(() => late.abort(interrupt.reason), GRACE_SECONDS * 1000).unref()
  if (interrupt.aborted) late.abort(interrupt.reason)
  else interrupt.addEventListener('abort', end, { once: true })
  const limitsOf = (request: ApiRequest): readonly AbortSignal[] => {
    if (interrupt.aborted && request.afterInterrupt) return [lapseOf(LOOK_SECONDS)]
    if (changes(request)) return [late.signal]
    return wrote() && !request.query?.watch ? [interrupt, lapseOf(READ_SECONDS)] : [interrupt]
  }
  return {
    server: transport.server,
    close: () => transport.close(),
    send(request) {
      const signal = anyOf(request.signal, ...limitsOf(request))
      return transport.send({ ...request, ...(signal && { signal }) })
    },
  }
}

/** The wish for a dry run of a DELETE stands in its body: that one is given a moment too. */
function changes({ method, query }: ApiRequest): boolean {
  return method !== 'GET' && query?.dryRun === undefined
}
