import { largest } from '../api/long-lists.ts'
import { counted, firstOf } from '../api/object-text.ts'
import { formatAge } from './age.ts'
import { brief } from './brief.ts'
import { evidenceLines } from './evidence-lines.ts'
import { type ExplanationStyle, widthOf } from './explanation-style.ts'
import { hanging } from './hanging.ts'
import { stepLines } from './remedy-lines.ts'
import { largestFirst, type ObjectGraph, treeLines } from './tree-lines.ts'
import type { Cause, ExplainedObject, Verdict } from './words/explanation.ts'

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
  /** What is wrong, in one sentence. */
  readonly summary: string
  readonly code?: string | undefined
  readonly objects: readonly ExplainedObject[]
}

/** One cause: what is wrong, what it holds, the proof, the chains, the steps. `numberOf` is for other causes. */
export function causeLines(
  cause: Cause,
  mark: string,
  indent: string,
  graph: ObjectGraph,
  numberOf: (causeId: string) => string | undefined,
  style: ExplanationStyle,
): string[] {
  const held = graph.among(cause.blocks.map(({ uid }) => uid))
  const blocked = [...held.nodes.values()]
  const forest = held.forest(largestFirst)
  const roots = new Set(forest.map(({ object }) => object))
  const alsoHeld = (object: ExplainedObject): string | undefined => {
    if (!roots.has(object)) return undefined
    const others = object.causes
      .filter(id => id !== cause.id)
      .map(numberOf)
      .filter(number => number !== undefined)
    if (others.length === 0) return undefined
    const noun = others.length === 1 ? 'cause' : 'causes'
    return `(also held by ${noun} ${firstOf(others, NAMED_CAUSES)})`
  }
  const { verdict, code, summary } = cause
  return [
    ...headLines({ mark, verdict, summary, code, objects: blocked }, indent, style),
    ...evidenceLines(cause.evidence, `${indent}  `, style),
    ...treeLines(forest, indent, style, alsoHeld),
    ...stepLines(cause.remedies, indent, style),
  ]
}

/** `1  STUCK  What is wrong, in one sentence.`, and below it `ControllerMissing, holds 41 objects, oldest 6d`. */
export function headLines(
  { mark, verdict, summary, code, objects }: Block,
  indent: string,
  style: ExplanationStyle,
): string[] {
  const word = verdict.toUpperCase()
  const number = mark.padEnd(indent.length)
  const [first = '', ...rest] = hanging(`${number}${word}${GAP}`, brief(summary), indent, widthOf(style))
  const sentence = first.slice(number.length + word.length + GAP.length)
  const { strong } = style.paint
  return [
    `${strong(number)}${style.paint.verdict(verdict, word)}${GAP}${strong(sentence)}`,
    ...rest.map(line => `${indent}${strong(line.slice(indent.length))}`),
    `${indent}${heldText(objects, code)}`,
  ]
}

function heldText(objects: readonly ExplainedObject[], code: string | undefined): string {
  const ages = objects.map(({ ageSeconds }) => ageSeconds).filter(age => age !== undefined)
  const oldest = ages.length === 0 ? '' : `, oldest ${formatAge(largest(ages))}`
  const count = `${counted(objects.length, 'object')}${oldest}`
  return code === undefined ? count : `${code}, holds ${count}`
}
