import { resolve } from 'node:path'
import type { CommandContext, Session } from '../../commandline/command.ts'
import type { Watch } from '../../operations/watch/watch-cluster.ts'
import type { WatchOptions } from './options.ts'

/**
 * Writes Events and reports of what a watch sees, as the options ask for it, until the signal aborts: of all processes that share a Lease
 * only its holder does.
 */
export async function writeWhatIsAsked(
  { events, lease, report, namespace }: WatchOptions,
  watching: Watch,
  session: Session,
  context: CommandContext,
  say: (line: string) => void,
): Promise<void> {
  if (!events && lease === undefined && report === undefined) return
  const { ownTools } = await import('../../operations/write/tools-for.ts')
  const tools = () => ownTools(session.transport, context)
  const { holdLease } = await import('../../operations/watch/hold-lease.ts')
  const held = lease && holdLease(lease, tools, context.env.HOSTNAME ?? 'local', context.signal, say)
  const mayWrite = (): boolean => held?.isHolder() ?? true
  const { writeReports } = await import('./write-reports.ts')
  const request = { namespace, session, context, mayWrite, say }
  const reporting = report && writeReports(watching, { ...request, directory: resolve(report) })
  const { writeEvents } = await import('../../operations/watch/write-events.ts')
  await Promise.all([held?.ended, reporting, events && writeEvents(watching, tools, mayWrite, say, context.signal)])
}
