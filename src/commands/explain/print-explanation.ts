import type { CommandContext } from '../../commandline/command.ts'
import { printStructured } from '../../commandline/print-structured.ts'
import { graphOfObjects } from '../../diagnosis/graph.ts'
import type { Explained } from '../../operations/explain/explain-cluster.ts'
import { commandFor } from '../../plan/aim.ts'
import { CLOSE_UP, type ExplanationStyle, OVERVIEW } from '../../render/explanation-style.ts'
import { withheldNote } from '../../render/withheld-note.ts'
import { worded } from '../../render/words/explanation.ts'
import type { ExplainOptions } from './options.ts'

const MANY = 5000

/** Writes the answer to stdout in the form that was asked for; a picture has its place and notes with it. */
export async function printExplanation(
  explained: Pick<Explained, 'explanation' | 'reading' | 'notTerminating'>,
  { place, notes }: { readonly place: string; readonly notes: readonly string[] },
  options: ExplainOptions,
  { terminal, aim }: CommandContext,
): Promise<void> {
  const { reading, notTerminating } = explained
  const explanation = worded(explained.explanation)
  const { stdout } = terminal
  const note = withheldNote(aim)
  const anyCommand = explanation.causes.some(({ remedies }) => remedies.some(({ commands }) => commands.length > 0))
  if (note !== undefined && anyCommand) terminal.stderr.write(`${note}\n`)
  const { format } = options
  const command = (...more: readonly string[]): string => commandFor(aim, 'kubectl', 'finalize', 'explain', ...more)
  const where = options.namespace === undefined ? [] : ['-n', options.namespace]
  const everything = command(...options.words, ...where, '-o', 'json')
  if (format === 'json' || format === 'yaml') {
    const { explanationObject } = await import('../../render/explanation-json.ts')
    return printStructured(stdout, format, explanationObject(explanation))
  }
  // The facts of many objects are of no use any more, and the graph would come on top of them.
  if (explanation.objects.length > MANY) globalThis.gc?.()
  const graph = graphOfObjects(explanation.objects)
  if (format !== undefined) {
    const { formatPicture } = await import('../../commandline/format-picture.ts')
    const allNotes = note !== undefined && anyCommand ? [...notes, note] : notes
    const answer = { explanation, reading, notTerminating, graph }
    return stdout.write(formatPicture(format, { ...answer, place, notes: allNotes, everything }))
  }
  const { formatCauses, formatExplanation } = await import('../../render/explanation.ts')
  if (options.quiet) return stdout.write(formatCauses(explanation))
  const { createPaint } = await import('../../render/paint.ts')
  const close = options.namespace !== undefined || options.asked.kind === 'names'
  const style: ExplanationStyle = {
    columns: stdout.columns,
    paint: createPaint(terminal.colour),
    limits: close ? CLOSE_UP : OVERVIEW,
    everything,
    namespaceCommand: close ? undefined : namespace => command('-n', namespace),
  }
  stdout.write(formatExplanation(explanation, graph, reading, notTerminating, style))
}
