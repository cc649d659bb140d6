import { LogRun } from '../../cluster/facts/log-run.ts'
import { readOnly } from '../../cluster/transport/read-only.ts'
import type { CommandContext } from '../../commandline/command.ts'
import { checkNamespaceName } from '../../commandline/global-flags.ts'
import { speechOn } from '../../commandline/speech.ts'
import type { Session } from '../../operations/ports.ts'

/** What the command line says for all calls. */
export interface Bounds {
  /** Of a call that names none. */
  readonly namespace: string | undefined
  /** Folder of the recordings that may be read, as an absolute path; undefined: none may. */
  readonly recordings: string | undefined
}

/** What a call may use. */
export interface Desk extends Bounds {
  readonly context: CommandContext
  /** What a command would print beside its answer, so far. */
  readonly notes: string[]
  /** The cluster of the command line, connected once for all calls, by a transport that sends no change. */
  connect(): Promise<Session>
}

/** What a client may give to any tool; which of it a tool takes, and in which form, is its schema. */
export interface Arguments {
  readonly namespace?: string
  readonly objects?: readonly string[]
  readonly types?: readonly string[]
  readonly finalizer?: string
  readonly olderThan?: string
  readonly selector?: string
  readonly cascade?: string
  readonly causesOnly?: boolean
  readonly project?: string
  readonly file?: string
}

export interface Told {
  /** As `-o json` has it (docs/json.md); a text where that was asked for. */
  readonly answer: object | string
  readonly notes: readonly string[]
}

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Of its arguments, in JSON Schema. */
  readonly properties: Readonly<Record<string, { readonly type: 'string' | 'array' | 'boolean' } & object>>
  readonly required: readonly string[]
  /** Rejects with ApiFailure, with UsageError for contradictory arguments, or with an Error of one line. */
  call(given: Arguments, desk: Desk): Promise<Told>
}

/** What a call is lent until its signal aborts: the connection of all, and logs and notes of its own. */
export function deskOf(bounds: Bounds, context: CommandContext): (signal: AbortSignal) => Desk {
  let session: Promise<Session> | undefined
  const connect = async (): Promise<Session> => {
    const connected = await context.connect()
    return { ...connected, transport: readOnly(connected.transport) }
  }
  return signal => {
    const notes: string[] = []
    const { closed } = context.terminal.stderr
    const note = { write: (text: string) => void notes.push(text.trimEnd()), columns: undefined, closed }
    // stdout belongs to the protocol.
    const terminal = { stdout: note, stderr: note, colour: false, prompt: undefined }
    return {
      ...bounds,
      notes,
      context: {
        ...context,
        terminal,
        ...speechOn(terminal),
        signal: AbortSignal.any([context.signal, signal]),
        logs: context.logs && new LogRun(),
      },
      connect() {
        session ??= connect().catch(error => {
          // The next call tries it again.
          session = undefined
          throw error
        })
        return session
      },
    }
  }
}

/** The namespace that a call is about, or that of the command line. Throws UsageError for what cannot be one. */
export function namespaceOf({ namespace }: Arguments, desk: Pick<Desk, 'namespace'>): string | undefined {
  if (!namespace) return desk.namespace
  checkNamespaceName(namespace)
  return namespace
}
