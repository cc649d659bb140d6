import { printable } from '../api/printable.ts'
import { type CommandContext, defineCommand } from '../commandline/command.ts'
import { outputFormat } from '../commandline/output-format.ts'
import { printStructured } from '../commandline/print-structured.ts'
import { readBackupDirectory, writeFlags } from '../commandline/write-flags.ts'
import type { PastRun } from '../execute/past-run.ts'
import { ExitCode, UsageError } from '../exit-code.ts'
import { readRuns, runNames } from '../operations/log/read-runs.ts'
import { commandFor, NO_AIM } from '../plan/aim.ts'
import { briefMessage } from '../render/brief.ts'

const formats = ['json', 'name', 'yaml'] as const

const flags = {
  'backup-dir': { ...writeFlags['backup-dir'], describe: 'Directory with the journals: the --backup-dir of the runs' },
  output: { type: 'string', alias: 'o', completes: formats, describe: 'Output format: json, yaml or name' },
  'no-headers': { type: 'boolean', describe: "Don't print headers" },
} as const

export const log = defineCommand({
  name: 'log',
  also: ['history', 'journal', 'runs'],
  words: '[RUN]',
  completes: 'runs',
  summary: 'Show past runs that changed something: the plan, the consent, each change and its result',
  examples: [
    ['kubectl finalize log', 'All runs that have a journal, the newest first'],
    ['kubectl finalize log 20260115T120000Z-5e2d1c', 'One of them'],
    ['kubectl finalize log -o json', 'For scripts: kind RunList'],
  ],
  flags,
  async run({ words, flags: given }, context) {
    const format = outputFormat(given.output, formats)
    const [run, ...more] = words
    if (more.length > 0) throw new UsageError(`at most one run may be specified, got ${words.length}`)
    const directory = readBackupDirectory(given, context)
    if (directory === undefined)
      throw new Error('no home directory for journals: specify a directory with --backup-dir')
    const names = await runNames(directory)
    if (run === undefined) return printRuns(names, directory, { format, headers: !given['no-headers'] }, context)
    if (names.includes(run)) return printRun(run, directory, format, context)
    throw new Error(`run "${run}" not found in ${directory}: "kubectl finalize log" lists them`)
  },
})

type Format = (typeof formats)[number] | undefined

async function printRuns(
  names: readonly string[],
  directory: string,
  { format, headers }: { readonly format: Format; readonly headers: boolean },
  context: CommandContext,
): Promise<ExitCode> {
  const { stdout, stderr } = context.terminal
  if (format === 'name') stdout.write(names.map(name => `${printable(name)}\n`).join(''))
  const { runs, failures } = format === 'name' ? NOTHING : await readRuns(directory, names, context)
  const { formatRuns, runList } = await import('../render/past-runs.ts')
  if (format === undefined) stdout.write(formatRuns(runs, context.clock.now(), headers))
  else if (format !== 'name') await printStructured(stdout, format, runList(directory, runs, failures))
  for (const run of runs) stderr.write(noteOn(run))
  for (const failure of failures) stderr.write(`error: ${briefMessage(failure)}\n`)
  if (names.length === 0) stderr.write(`No runs found in ${printable(directory)}.\n`)
  return failures.length === 0 ? ExitCode.done : ExitCode.error
}

const NOTHING = { runs: [], failures: [] }

async function printRun(name: string, directory: string, format: Format, context: CommandContext): Promise<ExitCode> {
  const { stdout, stderr } = context.terminal
  const { runs, failures } = await readRuns(directory, [name], context)
  const [run] = runs
  if (run === undefined) throw new Error(failures.join('; '))
  const { formatRun, runObject } = await import('../render/past-runs.ts')
  if (format === 'name') stdout.write(`${printable(name)}\n`)
  else if (format === undefined)
    stdout.write(formatRun(run, stdout.columns, (...words) => commandFor(NO_AIM, ...words)))
  else await printStructured(stdout, format, runObject(run))
  stderr.write(noteOn(run))
  return ExitCode.done
}

function noteOn({ begun, journal, unreadableLines }: PastRun): string {
  if (begun === undefined) return `note: ${printable(journal)} has no beginning of a run that can be read\n`
  return unreadableLines === 0 ? '' : `note: ${unreadableLines} lines of ${printable(journal)} cannot be read\n`
}
