import { printable } from '../api/printable.ts'
import { type CommandContext, defineCommand } from '../commandline/command.ts'
import type { Flags } from '../commandline/flag-spec.ts'
import { fromFlag } from '../commandline/from-flag.ts'
import { outputFormat } from '../commandline/output-format.ts'
import { printStructured } from '../commandline/print-structured.ts'
import type { Catalogue, CatalogueEntry } from '../diagnosis/catalogue/catalogue.ts'
import { ExitCode, UsageError } from '../exit-code.ts'
import { message } from '../messages/sentence.ts'
import { described, unknownFinalizer } from '../operations/inspect/catalogued.ts'
import { standingEntries } from '../operations/inspect/standing-finalizers.ts'
import type { Described } from '../render/catalogue.ts'
import type { Output } from '../terminal.ts'

const RISKS: readonly string[] = ['low', 'medium', 'high'] satisfies CatalogueEntry['risk'][]

const formats = ['json', 'name', 'yaml'] as const

const flags = {
  ...fromFlag,
  risk: {
    type: 'string',
    completes: RISKS,
    describe: 'Only finalizers whose manual removal has this risk: low, medium, high',
  },
  project: { type: 'string', describe: 'Only finalizers of projects whose name contains this text' },
  output: { type: 'string', alias: 'o', completes: formats, describe: 'Output format. One of: (json, yaml, name)' },
  'no-headers': { type: 'boolean', describe: "Don't print headers" },
} as const

export const catalog = defineCommand({
  name: 'catalog',
  also: ['catalogue', 'finalizers'],
  words: '[FINALIZER]',
  completes: 'catalogued-finalizers',
  summary: 'Show what is known about a finalizer: its controller, what it cleans up, what its removal leaves behind',
  examples: [
    ['kubectl finalize catalog', 'Every finalizer that is known'],
    ['kubectl finalize catalog kubernetes.io/pvc-protection', 'All that is known about one'],
    ['kubectl finalize catalog --project crossplane --risk high', 'The dangerous ones of one project'],
    ['kubectl finalize catalog --from must-gather.tar.gz', 'Those of what is terminating in a recording or a dump'],
  ],
  flags,
  async run({ words, flags: given }, context) {
    const { stdout, stderr } = context.terminal
    const format = outputFormat(given.output, formats)
    const [finalizer] = readWords(words, given)
    const keeps = readFilter(given)
    const catalogue = await context.catalogue()
    const all = given.from === undefined ? catalogue.all() : await standing(catalogue, context)
    const entries = finalizer === undefined ? all.filter(keeps) : catalogue.named(finalizer)
    if (finalizer !== undefined && entries.length === 0) {
      const { inWords } = await import('../render/words/in-words.ts')
      stderr.write(`error: ${inWords(await unknownFinalizer(finalizer, catalogue))}\n`)
      return ExitCode.error
    }
    if (format === 'name') stdout.write(namesOf(entries))
    else if (format === undefined && finalizer === undefined) await printTable(entries, !given['no-headers'], stdout)
    else await printAll(format, await described(entries, finalizer, catalogue), finalizer, stdout)
    if (entries.length === 0) stderr.write('No known finalizers found.\n')
    return ExitCode.done
  },
})

/** Those of what is terminating; the others are named on stderr. */
async function standing(catalogue: Catalogue, context: CommandContext): Promise<readonly CatalogueEntry[]> {
  const { known, unknown } = await standingEntries(catalogue, context)
  const { formatNote } = await import('../render/failure.ts')
  for (const finalizer of unknown)
    context.terminal.stderr.write(`${formatNote(message('NoFinalizerKnown', { finalizer }))}\n`)
  return known
}

function readWords(words: readonly string[], given: Flags<typeof flags>): readonly string[] {
  if (words.length > 1) throw new UsageError(`at most one finalizer may be specified, got ${words.length}`)
  if (words.length === 1 && (given.risk !== undefined || given.project !== undefined))
    throw new UsageError('a finalizer may not be used together with --risk or --project')
  return words
}

function readFilter({ risk, project }: Flags<typeof flags>): (entry: CatalogueEntry) => boolean {
  if (risk !== undefined && !RISKS.includes(risk))
    throw new UsageError(`invalid argument "${risk}" for "--risk" flag: must be low, medium or high`)
  const text = project?.toLowerCase() ?? ''
  return entry => (risk === undefined || entry.risk === risk) && entry.project.toLowerCase().includes(text)
}

/** Each name once, though it may mean something else on another kind. */
function namesOf(entries: readonly CatalogueEntry[]): string {
  return [...new Set(entries.map(entry => `${printable(entry.finalizer)}\n`))].join('')
}

async function printAll(
  format: 'json' | 'yaml' | undefined,
  entries: readonly Described[],
  asked: string | undefined,
  stdout: Output,
): Promise<void> {
  const { finalizerCatalogue, formatCatalogueEntry } = await import('../render/catalogue.ts')
  if (format !== undefined) return await printStructured(stdout, format, finalizerCatalogue(entries))
  stdout.write(
    entries.map(each => formatCatalogueEntry(each, asked ?? each.entry.finalizer, stdout.columns)).join('\n'),
  )
}

async function printTable(entries: readonly CatalogueEntry[], headers: boolean, stdout: Output): Promise<void> {
  if (entries.length === 0) return
  const { formatTable } = await import('../render/table.ts')
  const rows = entries.map(({ finalizer, project, controller, risk }) => [finalizer, project, controller.name, risk])
  stdout.write(formatTable(headers ? ['FINALIZER', 'PROJECT', 'CONTROLLER', 'RISK'] : undefined, rows))
}
