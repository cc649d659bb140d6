import type { CommandContext } from '../../commandline/command.ts'
import { printStructured } from '../../commandline/print-structured.ts'
import { graphOfObjects } from '../../diagnosis/graph.ts'
import type { PreflightResult } from '../../operations/preflight/preflight-cluster.ts'
import { commandFor } from '../../plan/aim.ts'
import { withheldNote } from '../../render/withheld-note.ts'
import type { PreflightOptions } from './options.ts'

/** Writes the answer to stdout in the form that was asked for; a picture has its place and notes with it. */
export async function printPreflight(
  flown: PreflightResult,
  { place, notes }: { readonly place: string; readonly notes: readonly string[] },
  words: readonly string[],
  { format }: PreflightOptions,
  { terminal: { stdout, stderr, colour }, aim }: CommandContext,
): Promise<void> {
  const { preflight, objects, reading } = flown
  if (format === 'json' || format === 'yaml') {
    const { preflightObject } = await import('../../render/preflight-json.ts')
    return printStructured(stdout, format, preflightObject(preflight))
  }
  const note = withheldNote(aim)
  if (note !== undefined) stderr.write(`${note}\n`)
  if (format === undefined) {
    const { shownPreflight } = await import('../../operations/preflight/shown-preflight.ts')
    const { createPaint } = await import('../../render/paint.ts')
    const { sectionText } = await import('../../render/plan-sections.ts')
    const style = { width: stdout.columns, paint: createPaint(colour), mostObjects: Number.POSITIVE_INFINITY }
    const section = shownPreflight(flown, words, aim)
    return stdout.write(await sectionText(section, { ...style, graphOf: graphOfObjects }))
  }
  const { asExplanation } = await import('../../render/preflight-sections.ts')
  const { formatPicture } = await import('../../commandline/format-picture.ts')
  stdout.write(
    formatPicture(format, {
      preflight,
      explanation: asExplanation(preflight, objects),
      graph: graphOfObjects(objects),
      reading: { ...reading, seconds: 0 },
      notTerminating: [],
      place,
      notes: note === undefined ? notes : [...notes, note],
      everything: commandFor(aim, 'kubectl', 'finalize', 'preflight', ...words, '-o', 'json'),
    }),
  )
}
