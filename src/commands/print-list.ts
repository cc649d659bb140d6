import { ApiFailure } from '../api/failure.ts'
import type { Snapshot, TerminatingObject, Unreadable } from '../api/terminating.ts'
import type { Survey, SurveyRequest } from '../cluster/survey.ts'
import { ExitCode } from '../exit-code.ts'
import { formatUnreadable } from '../render/unreadable.ts'
import type { CommandContext } from './command.ts'
import { printStructured } from './print-structured.ts'

/** How `list` shows what it found, and which of it. */
export interface ListStyle {
  readonly format: 'json' | 'name' | 'wide' | 'yaml' | undefined
  readonly headers: boolean
  /** Each row says what happened to its object. */
  readonly events: boolean
  keeps(object: TerminatingObject): boolean
}

/** Prints the list on stdout, and on stderr what it could not see. Answers the exit code of contract section 2. */
export async function printList(
  survey: Survey,
  request: SurveyRequest,
  style: ListStyle,
  context: CommandContext,
): Promise<ExitCode> {
  const snapshot = { ...survey.snapshot, objects: survey.snapshot.objects.filter(object => style.keeps(object)) }
  if (survey.namespaceExists === false && snapshot.objects.length === 0) throw namespaceNotFound(request.namespace!)
  await printAnswer(snapshot, request, style, context)
  for (const line of commentary(snapshot, request, context)) context.terminal.stderr.write(`${line}\n`)
  if (context.signal.aborted) return ExitCode.interrupted
  return snapshot.unreadable.some(entry => entry.reason !== 'Forbidden') ? ExitCode.error : ExitCode.done
}

async function printAnswer(
  snapshot: Snapshot,
  request: SurveyRequest,
  style: ListStyle,
  { terminal: { stdout } }: CommandContext,
): Promise<void> {
  const { formatTerminatingTable, objectName, terminatingObjectList, watchEvent } = await import(
    '../render/terminating-list.ts'
  )
  switch (style.format) {
    case 'json':
    case 'yaml':
      if (!style.events) return printStructured(stdout, style.format, terminatingObjectList(snapshot))
      for (const object of snapshot.objects) await printStructured(stdout, style.format, watchEvent('ADDED', object))
      return
    case 'name':
      return stdout.write(snapshot.objects.map(object => `${objectName(object)}\n`).join(''))
    case 'wide':
    case undefined:
      stdout.write(
        formatTerminatingTable(snapshot.objects, {
          wide: style.format === 'wide',
          headers: style.headers,
          namespaces: request.namespace === undefined,
          ...(style.events && { events: snapshot.objects.map(() => 'ADDED') }),
        }),
      )
  }
}

/** What stands on stderr beside the answer. "Nothing is terminating" is never said after an incomplete read. */
function commentary(snapshot: Snapshot, request: SurveyRequest, context: CommandContext): string[] {
  const { fallbackNamespace } = snapshot
  const lines = formatUnreadable(snapshot.unreadable.filter(entry => !isFallenBack(entry, snapshot)))
  if (fallbackNamespace !== undefined) {
    const types = snapshot.unreadable.filter(entry => isFallenBack(entry, snapshot)).length
    lines.push(
      `note: you may not list ${types} types cluster-wide: only namespace ${fallbackNamespace} was read of them`,
    )
  }
  if (context.signal.aborted) lines.push(`interrupted after ${snapshot.typesRead} types: this list is not complete`)
  else if (snapshot.objects.length === 0) lines.push(emptyLine(snapshot, request))
  return lines
}

/** Forbidden in the cluster as a whole, so that the note on the fallback says all of it. */
function isFallenBack(entry: Unreadable, { fallbackNamespace }: Snapshot): boolean {
  return fallbackNamespace !== undefined && entry.namespace === undefined && entry.reason === 'Forbidden'
}

function emptyLine(snapshot: Snapshot, request: SurveyRequest): string {
  const where = request.namespace === undefined ? '' : ` in ${request.namespace} namespace`
  const what = `No terminating resources found${where}`
  return snapshot.unreadable.length === 0 ? `${what}.` : `${what} in what could be read; see above what could not.`
}

function namespaceNotFound(namespace: string): ApiFailure {
  const message = `namespaces "${namespace}" not found`
  const details = { name: namespace, kind: 'namespaces' }
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason: 'NotFound' } as const
  return new ApiFailure({ kind: 'status', code: 404, status: { ...status, message, details, code: 404 } })
}
