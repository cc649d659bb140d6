import type { ObjectRef } from '../api/object-ref.ts'
import type { Cause, ExplainedObject, Verdict } from '../diagnosis/explanation.ts'
import { formatAge } from './age.ts'
import { brief } from './brief.ts'
import { evidenceLines } from './evidence-lines.ts'
import { type ExplanationStyle, widthOf } from './explanation-style.ts'
import { forestOf } from './forest.ts'
import { hanging } from './hanging.ts'
import { counted } from './object-text.ts'
import { remedyLines } from './remedy-lines.ts'
import { treeLines } from './tree-lines.ts'

const VERDICT_COLUMNS = 'PROGRESSING'.length
const GAP = '  '
/** How many other causes of an object are named before the rest is counted. */
const NAMED_CAUSES = 5

/** Where the words of a block begin, behind its number. */
export function indentFor(causes: number): string {
  return ' '.repeat(String(causes).length + GAP.length)
}

export interface Block {
  /** `1`, or `?` for what is not known. */
  readonly mark: string
  readonly verdict: Verdict
  readonly objects: readonly ExplainedObject[]
  /** At the right of the first line. */
  readonly code: string
}

/** One cause: what it holds, the proof, the chains, and what to do. `numberOf` gives the numbers of other causes. */
export function causeLines(
  cause: Cause,
  mark: string,
  indent: string,
  objects: ReadonlyMap<string, ExplainedObject>,
  numberOf: (causeId: string) => string | undefined,
  style: ExplanationStyle,
): string[] {
  const blocked = cause.blocks.map((ref: ObjectRef) => objects.get(ref.uid)).filter(object => object !== undefined)
  const forest = forestOf(blocked)
  const roots = new Set(forest.map(({ object }) => object))
  const alsoHeld = (object: ExplainedObject): string | undefined => {
    if (!roots.has(object)) return undefined
    const others = object.causes
      .filter(id => id !== cause.id)
      .map(numberOf)
      .filter(number => number !== undefined)
    const more = others.length > NAMED_CAUSES ? ` and ${others.length - NAMED_CAUSES} more` : ''
    return others.length === 0 ? undefined : `(also held by ${others.slice(0, NAMED_CAUSES).join(', ')}${more})`
  }
  return [
    ...headLines({ mark, verdict: cause.verdict, objects: blocked, code: cause.code }, indent, style),
    ...hanging(indent, brief(cause.summary), indent, widthOf(style)),
    ...evidenceLines(cause.evidence, `${indent}  `, style),
    ...treeLines(forest, indent, style, alsoHeld),
    ...cause.remedies.flatMap(remedy => remedyLines(remedy, indent, style)),
  ]
}

/** `1  STUCK        holds 41 objects, oldest 6d                 ControllerMissing`. */
export function headLines({ mark, verdict, objects, code }: Block, indent: string, style: ExplanationStyle): string[] {
  const width = widthOf(style)
  const ages = objects.map(({ ageSeconds }) => ageSeconds).filter(age => age !== undefined)
  const oldest = ages.length === 0 ? '' : `, oldest ${formatAge(Math.max(...ages))}`
  const held = `holds ${counted(objects.length, 'object')}${oldest}`
  const word = verdict.toUpperCase().padEnd(VERDICT_COLUMNS)
  const painted = `${style.paint.strong(mark.padEnd(indent.length))}${style.paint.verdict(verdict, word)}${GAP}${held}`
  const length = indent.length + word.length + GAP.length + held.length
  if (code === '') return [painted]
  if (width === undefined) return [`${painted}${GAP}${code}`]
  const room = width - length - code.length
  return room < GAP.length ? [painted, `${indent}${code}`] : [`${painted}${' '.repeat(room)}${code}`]
}
