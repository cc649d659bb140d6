import { counted, grouped, placedText } from '../api/object-text.ts'
import { printable } from '../api/printable.ts'
import type { PastRun } from '../execute/past-run.ts'
import type { PlannedChange } from '../plan/planned-change.ts'
import { formatAge } from './age.ts'
import { briefMessage } from './brief.ts'
import { formatOutcome, stepObject } from './outcome.ts'
import { formatTable } from './table.ts'
import { inWords } from './words/in-words.ts'

const API_VERSION = 'kubectl-finalize/v1'

/** Contract `kind: RunList`. `failures`: journals that could not be read. */
export function runList(directory: string, runs: readonly PastRun[], failures: readonly string[]): object {
  const complete = failures.length === 0 && runs.every(({ unreadableLines }) => unreadableLines === 0)
  return { apiVersion: API_VERSION, kind: 'RunList', directory, complete, items: runs.map(summaryOf) }
}

/** Contract `kind: Run`. */
export function runObject(run: PastRun): object {
  const { message, shown, agreed, changes, planned, notBegun, steps, unreadableLines } = run
  return {
    apiVersion: API_VERSION,
    kind: 'Run',
    ...summaryOf(run),
    complete: unreadableLines === 0,
    message: message && inWords(message),
    shown,
    agreed,
    changes,
    planned,
    notBegun,
    steps: steps.map(stepObject),
  }
}

function summaryOf({
  run,
  begun,
  place,
  startedAt,
  lastAt,
  result,
  exitCode,
  sent,
  unknown,
  journal,
}: PastRun): object {
  const { command, commandLine, version } = begun ?? {}
  return { run, command, commandLine, version, place, startedAt, lastAt, result, exitCode, sent, unknown, journal }
}

/** Runs as a table; no runs give no text. */
export function formatRuns(runs: readonly PastRun[], now: Date, headers: boolean): string {
  if (runs.length === 0) return ''
  const rows = runs.map(each => [
    each.run,
    ageOf(each, now),
    each.result === 'ended' ? `ended (${each.exitCode})` : each.result,
    String(each.sent),
    String(each.unknown),
    each.place ?? '<unknown>',
    each.begun?.commandLine.replace(/^kubectl finalize /, '') ?? '<unknown>',
  ])
  return formatTable(headers ? ['RUN', 'AGE', 'RESULT', 'SENT', 'UNKNOWN', 'CLUSTER', 'COMMAND'] : undefined, rows)
}

function ageOf({ startedAt = '' }: PastRun, now: Date): string {
  const seconds = Math.floor((now.getTime() - Date.parse(startedAt)) / 1000)
  return Number.isNaN(seconds) ? '<unknown>' : formatAge(Math.max(0, seconds))
}

/** A killed run of thousands is told by its first changes; `-o json` has them all. */
const MOST_UNSENT = 20
const LABEL_COLUMNS = 'Command:  '.length

/** Makes a command line of words, quoted where a shell needs it. */
type CommandLine = (...words: readonly string[]) => string

/** All of one run: what was shown, agreed to, sent, and what came of each change. */
export function formatRun(run: PastRun, width: number | undefined, commandLine: CommandLine): string {
  const head: readonly (readonly [label: string, text: string | undefined])[] = [
    ['Run', run.run],
    ['Command', run.begun?.commandLine],
    ['Cluster', run.place],
    ['Version', run.begun?.version],
    ['Began', run.startedAt],
    ['Result', resultText(run)],
    ['Journal', run.journal],
  ]
  const lines = [
    ...head.flatMap(([label, text]) =>
      text === undefined ? [] : [`${`${label}:`.padEnd(LABEL_COLUMNS)}${printable(text)}`],
    ),
    ...section('Shown', run.shown.trim() === '' ? [] : run.shown.trim().split('\n').map(printable)),
    ...section(
      'Confirmed',
      run.agreed.map(({ at, to, by }) => printable(`${at}  ${to} (${by})`)),
    ),
    ...section(
      'Sent',
      run.changes.map(each => `${printable(each.at)}  ${changeText(each)}`),
    ),
    ...section(`Not sent (${grouped(run.unsent.length)} of ${grouped(run.planned ?? 0)})`, unsentLines(run.unsent)),
    ...section('To continue', curesLeft(run, commandLine)),
  ]
  const outcome = { command: '', dryRun: 'none', complete: false, steps: run.steps } as const
  const results = formatOutcome(outcome, width === undefined ? undefined : width - 2)
    .split('\n')
    .slice(0, -1)
  return `${[...lines, ...section('Results', results)].join('\n')}\n`
}

/** Of a run that was killed: its namespace no longer terminates, so that `namespace` refuses it. */
function curesLeft({ result, changes, unsent }: PastRun, commandLine: CommandLine): readonly string[] {
  if (result !== 'died' && result !== 'unknown') return []
  const namesOf = (some: readonly PlannedChange[], action: PlannedChange['action']) =>
    some.flatMap(({ ref, ...each }) => (ref.resource === 'namespaces' && each.action === action ? [ref.name] : []))
  const created = new Set(namesOf(changes, 'Create'))
  const left = namesOf(unsent, 'Delete').filter(name => created.has(name))
  return left.map(name => {
    const command = commandLine('kubectl', 'delete', 'namespace', name)
    const said = `the creation of namespace ${name} was sent and its deletion was not: if it exists and nothing else uses it by now`
    return printable(`${said}, "${command}" continues; all that is in it is deleted with it`)
  })
}

function section(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return []
  return ['', `${title}:`, ...lines.map(line => `  ${line}`.trimEnd())]
}

function unsentLines(changes: readonly PlannedChange[]): readonly string[] {
  const more = changes.length - MOST_UNSENT
  const lines = changes.slice(0, MOST_UNSENT).map(changeText)
  return more > 0 ? [...lines, `… and ${grouped(more)} more`] : lines
}

function changeText({ ref, action, finalizer, backup, propagation, undoes }: PlannedChange): string {
  const what = finalizer === undefined ? action : `${action} ${finalizer}`
  const more = [backup && `backup ${backup}`, propagation, undoes && 'sets back what the run changes']
  const told = more.flatMap(each => (each === undefined ? [] : [`, ${each}`])).join('')
  return `${printable(`${what} of `)}${placedText(ref)}${printable(told)}`
}

/** `killed, crashed or its disk full after 2026-01-15T12:00:03Z; 3 changes sent, of 1 the result is not known: …`. */
export function resultText({ result, exitCode, message, lastAt, sent, unknown, begun }: PastRun): string {
  const how = {
    ended: `ended with exit code ${exitCode} at ${lastAt}`,
    interrupted: `interrupted at ${lastAt}`,
    running: `still running, as process ${begun?.process.pid}`,
    died: `killed, crashed or its disk full after ${lastAt}`,
    unknown: `no end is recorded after ${lastAt}, and whether it still runs is not known (process ${begun?.process.pid} of ${begun?.process.machine})`,
  }[result]
  const open = unknown === 0 ? '' : `, of ${unknown} the result is not known`
  const why = message === undefined ? '' : `; ${briefMessage(inWords(message), '')}`
  return `${how}; ${counted(sent, 'change')} sent${open}${why}`
}
