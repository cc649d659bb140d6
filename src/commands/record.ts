import { access, constants, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { printable } from '../api/printable.ts'
import { readRecording, recordingBytes } from '../cluster/archive/recording-file.ts'
import { summaryOf } from '../cluster/archive/recording-summary.ts'
import { describeFileError } from '../cluster/kubeconfig/file-reader.ts'
import { defineCommand } from '../commandline/command.ts'
import { endable } from '../endable.ts'
import { writeSafely } from '../execute/write-safely.ts'
import { ExitCode, UsageError } from '../exit-code.ts'
import { readSummary } from '../operations/inspect/read-failures.ts'
import { takeRecording } from '../operations/record/take-recording.ts'
import { duringScan } from '../operations/scan-progress.ts'
import { commentary } from '../render/commentary.ts'
import { summaryLines } from '../render/recording-summary.ts'
import type { Output } from '../terminal.ts'

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
      describe: 'The file to write, or - for stdout (default: a name with the time, in the current directory)',
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
      print(summaryLines(summaryOf(await endable(() => readRecording(flags.show!)))), context.terminal.stdout)
      return ExitCode.done
    }
    if (flags.redact && flags.logs)
      throw new UsageError('--redact and --logs may not be used together: a log has names in any words')
    if (flags.output === '') throw new UsageError('invalid argument "" for "--output" flag: must be the name of a file')
    const { stdout, stderr } = context.terminal
    const toStdout = flags.output === '-'
    if (toStdout && stdout.columns !== undefined)
      throw new UsageError('a recording is compressed, and is not written to a terminal: redirect the output')
    const file = resolve(flags.output ?? defaultFile(context.clock.now()))
    if (!toStdout) await checkReplaceable(file)
    const session = await context.connect()
    const own = { ...context, logs: flags.logs ? context.logs : undefined }
    const { recording, looked } = await duringScan(own, report => takeRecording(session, namespace, own, report))
    const { interrupted, unreadable } = looked
    const read = readSummary(looked.survey.snapshot, context, { unreadable, interrupted, namespace })
    for (const line of commentary(read)) stderr.write(`${line}\n`)
    if (interrupted) return ExitCode.interrupted
    if (read.nothingRead) return ExitCode.error
    const written = flags.redact
      ? await (await import('../operations/record/redact.ts')).redactedRecording(recording, context)
      : recording
    const bytes = await recordingBytes(written)
    const summary = summaryLines(summaryOf(written))
    if (toStdout) {
      print(summary, stderr)
      stdout.write(bytes)
      return ExitCode.done
    }
    await writeSafely(file, bytes)
    print(summary, stdout)
    stderr.write(`written to ${printable(file)} (${Math.ceil(bytes.length / 1024)} KiB)\n`)
    return ExitCode.done
  },
})

function defaultFile(now: Date): string {
  return `finalize-recording-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.gz`
}

function print(lines: readonly string[], output: Output): void {
  output.write(lines.map(line => `${line}\n`).join(''))
}

/**
 * Rejects with an Error where no file can be made there, or one exists, unless it is empty or a recording: `record`
 * replaces nothing else.
 */
async function checkReplaceable(path: string): Promise<void> {
  const folder = dirname(path)
  await access(folder, constants.W_OK).catch(error => {
    throw new Error(describeFileError(folder, error))
  })
  const found = await stat(path).catch(() => undefined)
  if (found === undefined || (found.isFile() && found.size === 0)) return
  try {
    if (found.isFile() && (await readRecording(path))) return
  } catch {}
  throw new Error(`${path} already exists and is not a recording: specify another file with -o`)
}
