import { describeFindings, type Survey, type SurveyRequest } from '../../cluster/survey.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import { type Change, follow } from '../../cluster/watch/follow.ts'
import type { CommandContext } from '../../commandline/command.ts'
import { printDocument } from '../../commandline/print-structured.ts'
import { watchTrouble } from '../../commandline/watch-trouble.ts'
import { ExitCode } from '../../exit-code.ts'
import type { ListStyle } from './print-list.ts'

/**
 * Prints each change after the list, in the order of arrival, until the user interrupts or the reader is gone. A watch
 * that ends before that, because it is forbidden, is an error.
 */
export async function followList(
  transport: Transport,
  survey: Survey,
  request: SurveyRequest,
  style: ListStyle,
  context: CommandContext,
): Promise<ExitCode> {
  const { formatTerminatingTable, nameLine, watchEvent } = await import('../../render/terminating-list.ts')
  const { stdout, stderr } = context.terminal
  let printed: Promise<void> = Promise.resolve()

  const print = async (change: Change): Promise<void> => {
    const { objects } = await describeFindings(transport, [change], request, context.clock.now())
    const [object] = objects.filter(candidate => style.keeps(candidate))
    if (object === undefined) return
    if (style.format === 'json' || style.format === 'yaml') {
      return printDocument(stdout, style.format, watchEvent(change.event, object))
    }
    if (style.format === 'name') return stdout.write(`${nameLine(object)}\n`)
    const columns = { wide: style.format === 'wide', headers: false, namespaces: request.namespace === undefined }
    stdout.write(formatTerminatingTable([object], { ...columns, events: [change.event] }))
  }

  const { followed, givenUp } = await follow(transport, survey.scan, {
    types: survey.types,
    pageSize: request.pageSize,
    signal: AbortSignal.any([context.signal, stdout.closed]),
    sleep: (seconds, signal) => context.clock.sleep(seconds, signal),
    onChange: change => {
      // One after the other: a change must not overtake the one before it while its owners are looked up.
      printed = printed.then(() => print(change))
    },
    onTrouble: watchTrouble(stderr),
    labelSelector: request.labelSelector,
  })
  await printed
  if (context.signal.aborted) return ExitCode.interrupted
  if (stdout.closed.aborted) return ExitCode.done
  if (followed === 0) stderr.write('error: none of these types can be watched\n')
  return followed === 0 || givenUp > 0 ? ExitCode.error : ExitCode.done
}
