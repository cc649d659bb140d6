import type { Snapshot, TerminatingObject } from '../../api/terminating.ts'
import type { Survey, SurveyRequest } from '../../cluster/survey.ts'
import type { CommandContext } from '../../commandline/command.ts'
import { printDocument, printStructured } from '../../commandline/print-structured.ts'
import { endable } from '../../endable.ts'
import { ExitCode } from '../../exit-code.ts'
import { listed } from '../../operations/inspect/listed.ts'
import { isFailure } from '../../operations/inspect/read-failures.ts'
import { commentary } from '../../render/commentary.ts'

/** How `list` shows what it found, and which of it. */
export interface ListStyle {
  readonly format: 'json' | 'name' | 'wide' | 'yaml' | undefined
  readonly headers: boolean
  /** Each row says what happened to its object. */
  readonly events: boolean
  keeps(object: TerminatingObject): boolean
}

/** Prints the list on stdout, and on stderr what it could not see. Answers the exit code of contract.md 2. */
export async function printList(
  survey: Survey,
  request: SurveyRequest,
  style: ListStyle,
  context: CommandContext,
): Promise<ExitCode> {
  const { snapshot, read, nothingRead } = listed(survey, request.namespace, object => style.keeps(object), context)
  const print = () => printAnswer(snapshot, request, style, context)
  await endable(print, print)
  for (const line of commentary(read())) context.terminal.stderr.write(`${line}\n`)
  if (context.signal.aborted) return ExitCode.interrupted
  if (nothingRead) return ExitCode.error
  return snapshot.unreadable.some(isFailure) ? ExitCode.error : ExitCode.done
}

async function printAnswer(
  snapshot: Snapshot,
  request: SurveyRequest,
  style: ListStyle,
  { terminal: { stdout } }: CommandContext,
): Promise<void> {
  const { formatTerminatingTable, nameLine, terminatingObjectList, watchEvent } = await import(
    '../../render/terminating-list.ts'
  )
  switch (style.format) {
    case 'json':
    case 'yaml':
      if (!style.events) return printStructured(stdout, style.format, terminatingObjectList(snapshot))
      for (const object of snapshot.objects) await printDocument(stdout, style.format, watchEvent('ADDED', object))
      return
    case 'name':
      return stdout.write(snapshot.objects.map(object => `${nameLine(object)}\n`).join(''))
    case 'wide':
    case undefined:
      stdout.write(
        formatTerminatingTable(snapshot.objects, {
          wide: style.format === 'wide',
          headers: style.headers,
          namespaces: request.namespace === undefined,
          events: style.events ? snapshot.objects.map(() => 'ADDED') : undefined,
        }),
      )
  }
}
