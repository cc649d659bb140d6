import { refOf } from '../../api/object-ref.ts'
import { resourceName } from '../../api/resource-type.ts'
import { lapseOf, limitedBy } from '../../cluster/transport/aborted.ts'
import { unreadable as unread } from '../../cluster/unreadable.ts'
import type { CommandContext } from '../../commandline/command.ts'
import { printStructured } from '../../commandline/print-structured.ts'
import { graphOfObjects } from '../../diagnosis/graph.ts'
import { explainObjects } from '../../operations/explain/explain-cluster.ts'
import type { Session } from '../../operations/ports.ts'
import { duringScan } from '../../operations/scan-progress.ts'
import type { WaitEnd } from '../../operations/wait/wait-for-all.ts'
import { commandFor } from '../../plan/aim.ts'
import { notesOn } from '../../render/commentary.ts'
import { type WordedUnreadable, wordedUnreadable } from '../../render/unreadable.ts'
import { withheldNote } from '../../render/withheld-note.ts'
import { worded } from '../../render/words/explanation.ts'
import type { WaitOptions } from './options.ts'

/** What is left is told then, whether the server tells why or not. */
const EXPLAIN_SECONDS = 60

/** What the command is given. */
export interface Waiting {
  readonly options: WaitOptions
  readonly session: Session
  readonly context: CommandContext
}

/** Explains on stdout what is left; with -o also that all is gone. `words`: of the command that answers everything. */
export async function printEnd(end: WaitEnd, words: readonly string[], waiting: Waiting): Promise<void> {
  const { options, session, context } = waiting
  const { stdout, stderr } = context.terminal
  const { format, seconds } = options
  if (end.left.length === 0 && format === undefined) return
  const waited = {
    timeoutSeconds: seconds,
    gone: end.gone.map(({ type, meta }) => refOf(type, meta)),
    left: [...end.left, ...end.unknown.map(({ finding }) => finding)].map(({ type, meta }) => refOf(type, meta)),
  }
  const limited = { ...session, transport: limitedBy(session.transport, lapseOf(EXPLAIN_SECONDS)) }
  const explained = await duringScan(context, report => explainObjects(end.left, limited, context, report))
  const { reading, notTerminating, read } = explained
  const explanation = worded(explained.explanation)
  if (format !== undefined) {
    const { explanationObject } = await import('../../render/explanation-json.ts')
    const unreadable = [...explanation.unreadable, ...end.unknown.map(unreadOf)]
    await printStructured(stdout, format, { ...explanationObject({ ...explanation, unreadable }), waited })
  } else {
    const { formatExplanation } = await import('../../render/explanation.ts')
    const { CLOSE_UP } = await import('../../render/explanation-style.ts')
    const { createPaint } = await import('../../render/paint.ts')
    const style = {
      columns: stdout.columns,
      paint: createPaint(context.terminal.colour),
      limits: CLOSE_UP,
      everything: commandFor(context.aim, 'kubectl', 'finalize', ...words, '-o', 'json'),
      namespaceCommand: undefined,
    }
    const note = withheldNote(context.aim)
    if (note !== undefined) stderr.write(`${note}\n`)
    stdout.write(formatExplanation(explanation, graphOfObjects(explanation.objects), reading, notTerminating, style))
  }
  const notes = notesOn(read && { ...read, empty: false, nothingRead: false })
  for (const line of notes) stderr.write(`${line}\n`)
}

function unreadOf({ finding: { type, meta }, failure }: WaitEnd['unknown'][number]): WordedUnreadable {
  return wordedUnreadable(unread(resourceName(type), failure, meta.namespace))
}
