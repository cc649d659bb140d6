import { rfc3339 } from '../../api/rfc3339.ts'
import type { CommandContext, Session } from '../../commandline/command.ts'
import { printDocument } from '../../commandline/print-structured.ts'
import type { Change } from '../../diagnosis/changes.ts'
import { ExitCode } from '../../exit-code.ts'
import { type Watch, watchCluster } from '../../operations/watch/watch-cluster.ts'
import { watchLine, watchObject } from '../../render/watch-lines.ts'
import type { Address } from './address.ts'
import type { WatchOptions } from './options.ts'

/** Watches until the user interrupts: tells each change, serves metrics, and writes what the options ask for. */
export async function watchOn(options: WatchOptions, session: Session, context: CommandContext): Promise<ExitCode> {
  const { stdout } = context.terminal
  const over = new AbortController()
  const signal = AbortSignal.any([context.signal, stdout.closed, over.signal])
  const tell = async (change: Change): Promise<void> => {
    const time = rfc3339(context.clock.now())
    if (options.format === undefined) return stdout.write(watchLine(time, change))
    await printDocument(stdout, options.format, watchObject(time, change))
  }
  const watching = watchCluster(session, options, { ...context, signal }, tell)
  // It is awaited below, and may fail before.
  watching.ended.catch(() => {})
  let writing: Promise<void> = Promise.resolve()
  try {
    if (options.metrics !== undefined) await serve(options.metrics, watching, signal, context)
    writing = write(options, watching, session, { ...context, signal })
    await Promise.all([watching.ended, writing])
  } finally {
    over.abort()
    await writing.catch(() => {})
  }
  return context.signal.aborted ? ExitCode.interrupted : ExitCode.done
}

async function serve(
  address: Address,
  { now, ended }: Watch,
  signal: AbortSignal,
  { clock, terminal }: CommandContext,
): Promise<void> {
  const { serveMetrics } = await import('./serve-metrics.ts')
  // Where the watch fails first, that is what is told.
  const where = await Promise.race([serveMetrics(address, now, clock, signal), ended.then(() => undefined)])
  if (where !== undefined) terminal.stderr.write(`metrics: ${where}\n`)
}

/** What is written to the cluster, by one of all processes that share a Lease. */
async function write(
  { events, lease }: WatchOptions,
  watching: Watch,
  session: Session,
  context: CommandContext,
): Promise<void> {
  if (!events && lease === undefined) return
  const { signal, env } = context
  const say = (line: string): void => context.terminal.stderr.write(`${line}\n`)
  const { ownTools } = await import('../../operations/write/tools-for.ts')
  const tools = () => ownTools(session.transport, context)
  const { holdLease } = await import('../../operations/watch/hold-lease.ts')
  const held = lease && holdLease(lease, tools, env.HOSTNAME ?? 'local', signal, say)
  const mayWrite = (): boolean => held?.isHolder() ?? true
  const { writeEvents } = await import('../../operations/watch/write-events.ts')
  await Promise.all([held?.ended, events && writeEvents(watching, tools, mayWrite, say, signal)])
}
