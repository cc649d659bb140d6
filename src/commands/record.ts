import { resolve } from 'node:path'
import { ApiFailure } from '../api/failure.ts'
import type { ObjectRef } from '../api/object-ref.ts'
import { playback } from '../cluster/archive/playback.ts'
import { type RecordingTransport, recordingTransport } from '../cluster/archive/record-transport.ts'
import { archiveOf, type Recording, type RecordingHead } from '../cluster/archive/recording.ts'
import { readRecording, recordingBytes } from '../cluster/archive/recording-file.ts'
import { discover } from '../cluster/discovery/discovery.ts'
import { readVersion } from '../cluster/read-version.ts'
import type { Transport } from '../cluster/transport/transport.ts'
import { type CommandContext, defineCommand, type Session } from '../commandline/command.ts'
import { commentary, isNothingRead } from '../commandline/commentary.ts'
import { duringScan } from '../commandline/scan-progress.ts'
import { writeSafely } from '../execute/write-safely.ts'
import { ExitCode, UsageError } from '../exit-code.ts'
import { EVERYTHING, type Looked, look, type Scope } from '../operations/inspect/look.ts'
import { commonNamespace } from '../operations/inspect/named-objects.ts'
import { checkReplaceable } from '../operations/record/check-replaceable.ts'
import { summaryLines } from '../operations/record/summary.ts'
import { printable } from '../render/printable.ts'
import { version } from '../version.ts'

export const record = defineCommand({
  name: 'record',
  also: ['dump', 'snapshot', 'capture'],
  summary: 'Save what list and explain read to one file, without secrets, for analysis elsewhere',
  examples: [
    ['kubectl finalize record', 'The whole cluster, to a file in the current directory'],
    ['kubectl finalize record -n shop -o shop.gz', 'What explains the namespace shop'],
    ['kubectl finalize record --redact -o shop.gz', 'With pseudonyms in place of names, hosts and messages'],
    ['kubectl finalize record --show shop.gz', 'What is in a recording'],
  ],
  flags: {
    output: {
      type: 'string',
      alias: 'o',
      completes: 'files',
      describe: 'The file to write (default: a name with the time, in the current directory)',
    },
    redact: { type: 'boolean', describe: 'Replace names, hosts and messages by pseudonyms that keep the diagnosis' },
    logs: {
      type: 'boolean',
      describe: 'Also keep the lines of logs that were read, without what looks like a secret (default false)',
    },
    show: { type: 'string', completes: 'files', describe: 'Show what is in a recording, and write nothing' },
  },
  async run({ words, flags, namespace }, context) {
    if (words.length > 0) throw new UsageError(`record accepts no arguments; -n restricts it to a namespace`)
    if (flags.show !== undefined) {
      if (flags.output !== undefined || flags.redact || flags.logs)
        throw new UsageError('--show may not be used together with other flags')
      print(summaryLines(await readRecording(flags.show)), context)
      return ExitCode.done
    }
    if (flags.redact && flags.logs)
      throw new UsageError('--redact and --logs may not be used together: a log has names in any words')
    if (flags.output === '') throw new UsageError('invalid argument "" for "--output" flag: must be the name of a file')
    const file = resolve(flags.output ?? defaultFile(context.clock.now()))
    await checkReplaceable(file)
    const session = await context.connect()
    const { recording, looked } = await takeRecording(session, namespace, {
      ...context,
      logs: flags.logs ? context.logs : undefined,
    })
    const empty = looked.survey.snapshot.objects.length === 0
    const nothingRead = isNothingRead(looked.survey.snapshot, context)
    const { interrupted, unreadable } = looked
    const said = { ...looked.survey.snapshot, unreadable, interrupted, namespace, empty, nothingRead }
    for (const line of commentary(said)) context.terminal.stderr.write(`${line}\n`)
    if (interrupted) return ExitCode.interrupted
    if (nothingRead) return ExitCode.error
    const written = flags.redact
      ? await (await import('../operations/record/redact.ts')).redactedRecording(recording, context)
      : recording
    const bytes = await recordingBytes(written)
    print(summaryLines(written), context)
    await writeSafely(file, bytes)
    context.terminal.stderr.write(`written to ${printable(file)} (${Math.ceil(bytes.length / 1024)} KiB)\n`)
    return ExitCode.done
  },
})

/** Namespaces, and objects, that are looked at by themselves: beyond these an explanation of one may lack an answer. */
const MAX_CLOSER_LOOKS = 100

/** Looks at the cluster as `explain` does, and keeps what it answers. */
async function takeRecording(
  session: Session,
  namespace: string | undefined,
  context: CommandContext,
): Promise<{ readonly recording: Recording; readonly looked: Looked }> {
  const transport = recordingTransport(session.transport)
  const { signal } = context
  const [discovery] = await Promise.all([
    discover(transport, signal),
    readVersion(transport, signal).catch(() => undefined),
  ])
  const now = context.clock.now()
  const scope = { transport, discovery, namespace, fallbackNamespace: session.namespace, named: undefined }
  const head: RecordingHead = {
    apiVersion: 'kubectl-finalize/v1',
    kind: 'Recording',
    takenAt: now.toISOString(),
    version,
    namespace,
    contextNamespace: session.namespace,
    redacted: false,
  }
  const looked = await duringScan(context, async report => {
    const whole = await look(scope, EVERYTHING, context, report)
    await lookCloser(whole, scope, context, head, transport)
    return whole
  })
  return { recording: { head, exchanges: transport.exchanges() }, looked }
}

/**
 * Of many objects with one cause the whole look asks for some; who then explains one namespace, or one object, asks for
 * others. So each of them is looked at by itself, which costs the cluster only what is not recorded yet.
 */
async function lookCloser(
  { asked, interrupted }: Looked,
  scope: Scope,
  context: CommandContext,
  head: RecordingHead,
  recording: RecordingTransport,
): Promise<void> {
  if (interrupted) return
  const namespaces = new Set(asked.map(({ ref }) => (isNamespace(ref) ? ref.name : ref.namespace)))
  namespaces.delete(undefined)
  const byNamespace = [...namespaces].slice(0, MAX_CLOSER_LOOKS).map(namespace => ({ namespace, named: undefined }))
  const byName = asked.slice(0, MAX_CLOSER_LOOKS).map(({ type, meta }) => {
    const named = [{ type, meta }]
    return { namespace: commonNamespace(named), named }
  })
  let transport: Transport | undefined
  let recorded = 0
  for (const closer of [...byNamespace, ...byName]) {
    if (context.signal.aborted) return
    const exchanges = recording.exchanges()
    if (transport === undefined || exchanges.length > recorded)
      transport = recordedFirst(playback(archiveOf({ head, exchanges }), { wholeLists: true }), recording)
    recorded = exchanges.length
    await look({ ...scope, ...closer, transport }, EVERYTHING, context, { onType: () => {}, say: () => {} })
  }
}

function isNamespace({ kind, apiVersion }: ObjectRef): boolean {
  return kind === 'Namespace' && apiVersion === 'v1'
}

/** Asks what is recorded, and the cluster only for what is not, which then is. */
function recordedFirst(known: Transport, recording: RecordingTransport): Transport {
  return {
    server: recording.server,
    close: () => recording.close(),
    async send(request) {
      try {
        return await known.send(request)
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.fault.kind !== 'unrecorded') throw error
      }
      return recording.send(request)
    },
  }
}

function defaultFile(now: Date): string {
  return `finalize-recording-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.gz`
}

function print(lines: readonly string[], { terminal: { stdout } }: CommandContext): void {
  stdout.write(lines.map(line => `${line}\n`).join(''))
}
