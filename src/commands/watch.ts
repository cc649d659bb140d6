import { rfc3339 } from '../api/rfc3339.ts'
import { type CommandContext, defineCommand, type Session } from '../commandline/command.ts'
import { printDocument } from '../commandline/print-structured.ts'
import type { Change } from '../diagnosis/changes.ts'
import { ExitCode } from '../exit-code.ts'
import { type Watch, watchCluster } from '../operations/watch/watch-cluster.ts'
import { watchLine, watchObject } from '../render/watch-lines.ts'
import type { Address } from './watch/address.ts'
import { readWatchOptions, type WatchOptions, watchFlags } from './watch/options.ts'

export const watch = defineCommand({
  name: 'watch',
  also: ['monitor', 'follow'],
  summary: 'Keep watching what is stuck: one line for each change; removes nothing',
  examples: [
    ['kubectl finalize watch', 'A line for each cause that comes, changes or ends'],
    ['kubectl finalize watch -n shop --after 10m', 'One namespace; explain what terminates for ten minutes'],
    ['kubectl finalize watch --metrics :9180', 'Prometheus metrics at /metrics, without a series for an object'],
    ['kubectl finalize watch --once', 'For a CronJob: exit code 3 when something is held for five minutes'],
  ],
  flags: watchFlags,
  async run(invocation, context) {
    const options = readWatchOptions(invocation)
    const session = await context.connect()
    if (options.once) {
      const { watchOnce } = await import('./watch/watch-once.ts')
      return watchOnce(options, session, context)
    }
    return watchOn(options, session, context)
  },
})

async function serve(
  address: Address,
  { now, ended }: Watch,
  signal: AbortSignal,
  { clock, terminal }: CommandContext,
): Promise<void> {
  const { serveMetrics } = await import('./watch/serve-metrics.ts')
  // Where the watch fails first, that is what is told.
  const where = await Promise.race([serveMetrics(address, now, clock, signal), ended.then(() => undefined)])
  if (where !== undefined) terminal.stderr.write(`metrics: ${where}\n`)
}

async function watchOn(options: WatchOptions, session: Session, context: CommandContext): Promise<ExitCode> {
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
  try {
    if (options.metrics !== undefined) await serve(options.metrics, watching, signal, context)
    await watching.ended
  } finally {
    over.abort()
  }
  return context.signal.aborted ? ExitCode.interrupted : ExitCode.done
}
