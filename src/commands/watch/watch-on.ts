import { mkdir } from 'node:fs/promises'
import { ApiFailure } from '../../api/failure.ts'
import { printable } from '../../api/printable.ts'
import { rfc3339 } from '../../api/rfc3339.ts'
import type { Unreadable } from '../../api/terminating.ts'
import type { CommandContext, NamedContext } from '../../commandline/command.ts'
import { ofContext } from '../../commandline/contexts-flag.ts'
import { printDocument } from '../../commandline/print-structured.ts'
import type { Change } from '../../diagnosis/changes.ts'
import { ExitCode } from '../../exit-code.ts'
import type { Session } from '../../operations/ports.ts'
import { SERVER } from '../../operations/watch/kept-objects.ts'
import { type Watch, watchCluster } from '../../operations/watch/watch-cluster.ts'
import { watchLine, watchObject } from '../../render/watch-lines.ts'
import type { Address } from './address.ts'
import type { WatchOptions } from './options.ts'
import type { WatchedCluster } from './serve-metrics.ts'
import { writeWhatIsAsked } from './write-what-is-asked.ts'

/** Seconds before one of several clusters that could not be read at all is tried again. */
const RETRY_SECONDS = 30

/** One cluster, with what its watch is at the moment. */
interface Place {
  readonly name: string | undefined
  readonly context: CommandContext
  connect(): Promise<Session>
  watch: Watch | undefined
}

/**
 * Watches one cluster, or several contexts, until an interrupt: tells each change, serves metrics, writes as asked.
 * Rejects with ApiFailure where the one cluster cannot be read at the start; one of several is told, and tried again.
 */
export async function watchOn(
  options: WatchOptions,
  watched: Session | readonly NamedContext[],
  context: CommandContext,
): Promise<ExitCode> {
  const { stdout } = context.terminal
  if (options.report !== undefined) await mkdir(options.report, { recursive: true, mode: 0o700 })
  const over = new AbortController()
  const signal = AbortSignal.any([context.signal, stdout.closed, over.signal])
  const places = placesOf(watched, context).map(place => ({ ...place, context: { ...place.context, signal } }))
  const working = Promise.all(places.map(place => watchPlace(place, options)))
  // It is awaited below, and may fail before.
  working.catch(() => {})
  try {
    if (options.metrics !== undefined) await serve(options.metrics, places, working, { ...context, signal })
    await working
  } finally {
    over.abort()
    await working.catch(() => {})
  }
  return context.signal.aborted ? ExitCode.interrupted : ExitCode.done
}

function placesOf(watched: Session | readonly NamedContext[], context: CommandContext): readonly Place[] {
  if (!Array.isArray(watched)) {
    const session = watched as Session
    return [{ name: undefined, context, connect: async () => session, watch: undefined }]
  }
  return (watched as readonly NamedContext[]).map(({ name, enter }): Place => {
    const own = enter()
    let session: Promise<Session> | undefined
    const connect = (): Promise<Session> => {
      session ??= own.connect()
      session.catch(() => {
        session = undefined
      })
      return session
    }
    return { name, context: own, connect, watch: undefined }
  })
}

async function watchPlace(place: Place, options: WatchOptions): Promise<void> {
  const { name, context } = place
  const { signal, clock, terminal } = context
  const { stdout, stderr } = terminal
  const say = (line: string): void => {
    const text = printable(line)
    stderr.write(name === undefined ? `${text}\n` : ofContext(name, text))
  }
  const tell = async (change: Change): Promise<void> => {
    const time = rfc3339(clock.now())
    if (options.format === undefined) return stdout.write(watchLine(time, change, name))
    await printDocument(stdout, options.format, watchObject(time, change, name))
  }
  let unread: readonly Unreadable[] = []
  while (!signal.aborted) {
    const over = new AbortController()
    const own = { ...context, signal: AbortSignal.any([signal, over.signal]) }
    try {
      const session = await place.connect()
      place.watch = watchCluster(session, options, own, tell, unread)
      const writing = writeWhatIsAsked(options, place.watch, { name, session, context: own, say })
      return void (await Promise.all([place.watch.ended, writing]))
    } catch (error) {
      if (name === undefined || !(error instanceof ApiFailure)) throw error
      place.watch = undefined
      const unreadable = { resource: SERVER, reason: error.fault.kind, message: error.message }
      if (unread.length === 0 && !signal.aborted) await tell({ event: 'Unreadable', unreadable })
      unread = [unreadable]
    } finally {
      over.abort()
    }
    await clock.sleep(RETRY_SECONDS, signal)
  }
}

async function serve(
  address: Address,
  places: readonly Place[],
  working: Promise<unknown>,
  { signal, terminal }: CommandContext,
): Promise<void> {
  const { serveMetrics } = await import('./serve-metrics.ts')
  const clusters = (): readonly WatchedCluster[] =>
    places.map(({ name, watch, context: { clock } }) => ({ context: name, watched: watch?.now, clock }))
  // Where the watch fails first, that is what is told.
  const where = await Promise.race([serveMetrics(address, clusters, signal), working.then(() => undefined)])
  if (where !== undefined) terminal.stderr.write(`metrics: ${where}\n`)
}
