import { append } from '../api/long-lists.ts'
import { isNamespace } from '../api/namespace-type.ts'
import { counted, grouped, objectText } from '../api/object-text.ts'
import { printable } from '../api/printable.ts'
import type { Tree } from '../diagnosis/forest.ts'
import type { Graph } from '../diagnosis/graph.ts'
import { ageText } from './age.ts'
import { type ExplanationStyle, widthOf } from './explanation-style.ts'
import { hanging } from './hanging.ts'
import type { ExplainedObject } from './words/explanation.ts'

/** What waits for what, of everything that an explanation names. */
export type ObjectGraph = Graph<ExplainedObject>

/** What a line can say beside the object itself. */
export type Remark = (object: ExplainedObject) => string | undefined

/** Objects at each end of a chain, in which each waits for just the next, that are drawn when its middle is folded. */
const CHAIN_ENDS = 4
/** Lines are not indented further than by so many levels. */
const MAX_DEPTH = 16
/** Finalizers of one object that are named before the rest is counted. */
const MAX_FINALIZERS = 5

/** Where in a tree an object is drawn: under how many others, and as which of a straight chain, from 1 on. */
interface Place {
  readonly depth: number
  readonly straight: number
}

/** Largest tree first, then oldest, then by name. */
export function largestFirst(a: Tree<ExplainedObject>, b: Tree<ExplainedObject>): number {
  return (
    b.size - a.size ||
    (b.object.ageSeconds ?? 0) - (a.object.ageSeconds ?? 0) ||
    (a.object.ref.name < b.object.ref.name ? -1 : 1)
  )
}

/** Trees as lines, cut at the style's limits, with the number of objects left out and how to see them. */
export function treeLines(
  forest: readonly Tree<ExplainedObject>[],
  indent: string,
  style: ExplanationStyle,
  remark: Remark = () => undefined,
): string[] {
  const lines: string[] = []
  const width = widthOf(style)

  const draw = (
    tree: Tree<ExplainedObject>,
    first: string,
    rest: string,
    parent: ExplainedObject | undefined,
    place: Place,
  ): void => {
    const hasBelow = tree.below.length + tree.circle.length + tree.elsewhere.length > 0
    const text = [nodeText(tree.object, parent), remark(tree.object)].filter(each => each !== undefined).join('  ')
    append(lines, hanging(first, text, hasBelow ? `${rest}│    ` : `${rest}     `, width))
    const notes = [
      ...tree.elsewhere.map(({ ref }) => `${objectText(ref)}  (listed elsewhere in this tree)`),
      ...tree.circle.map(({ ref }) => `${objectText(ref)}  (a cycle: they wait for each other)`),
    ]
    const fold = place.straight === CHAIN_ENDS ? foldOf(tree) : undefined
    if (fold === undefined) {
      drawAll(tree.below, notes, rest, tree.object, { ...place, straight: place.straight + 1 })
      return
    }
    lines.push(`${rest}└─ … ${grouped(fold.hidden)} more, each waiting for the next (${style.everything})`)
    const under = `${rest}   `
    draw(fold.next, `${under}└─ `, `${under}   `, tree.object, { depth: place.depth + 2, straight: CHAIN_ENDS + 1 })
  }

  const drawAll = (
    trees: readonly Tree<ExplainedObject>[],
    notes: readonly string[],
    prefix: string,
    parent: ExplainedObject,
    { depth, straight }: Place,
  ): void => {
    const [shown, hidden] =
      depth >= MAX_DEPTH ? [[], trees] : cut(trees, style.limits.siblings, style.limits.lines - lines.length)
    const below = { depth: depth + 1, straight: isStraight(trees, notes) ? straight : 1 }
    const last = shown.length + notes.length + (hidden.length === 0 ? 0 : 1) - 1
    const branch = (index: number): string => `${prefix}${index === last ? '└─ ' : '├─ '}`
    for (const [index, tree] of shown.entries()) {
      draw(tree, branch(index), `${prefix}${index === last ? '   ' : '│  '}`, parent, below)
    }
    for (const [index, note] of notes.entries()) lines.push(`${branch(shown.length + index)}${note}`)
    if (hidden.length > 0) append(lines, moreLines([shown, hidden], branch(last), `${prefix}   `, style))
  }

  const [shown, hidden] = cut(forest, style.limits.roots, style.limits.lines)
  for (const tree of shown) draw(tree, indent, indent, undefined, { depth: 0, straight: 1 })
  if (hidden.length > 0) append(lines, moreLines([shown, hidden], indent, indent, style))
  return lines
}

/** The middle of the straight chain below an object, and where its end begins; undefined where it is shorter. */
function foldOf(
  tree: Tree<ExplainedObject>,
): { readonly hidden: number; readonly next: Tree<ExplainedObject> } | undefined {
  const chain: Tree<ExplainedObject>[] = []
  for (let at = tree; isStraight(at.below, [...at.elsewhere, ...at.circle]); at = at.below[0]!) chain.push(at.below[0]!)
  const hidden = chain.length - CHAIN_ENDS
  return hidden < 2 ? undefined : { hidden, next: chain[hidden]! }
}

function isStraight(below: readonly Tree<ExplainedObject>[], notes: readonly unknown[]): boolean {
  return below.length === 1 && notes.length === 0
}

/** Never leaves out just one line's worth: the line that tells of it would be as long. */
function cut(
  trees: readonly Tree<ExplainedObject>[],
  limit: number,
  linesLeft: number,
): [shown: readonly Tree<ExplainedObject>[], hidden: readonly Tree<ExplainedObject>[]] {
  const most = Math.max(Math.min(limit, linesLeft), 0)
  const leftover = trees.slice(most)
  if (leftover.length === 1 && leftover[0]!.size === 1) return [trees, []]
  return [trees.slice(0, most), leftover]
}

function nodeText(object: ExplainedObject, parent: ExplainedObject | undefined): string {
  const { ref, finalizers } = object
  // Every Namespace has that one: it says nothing about this one.
  const telling = isNamespace(ref) ? finalizers.filter(({ field }) => field !== 'spec') : finalizers
  const names = telling.map(({ name }) => printable(name))
  const more = names.length > MAX_FINALIZERS ? ` and ${grouped(names.length - MAX_FINALIZERS)} more` : ''
  const finalizerNames = `${names.slice(0, MAX_FINALIZERS).join(', ')}${more}`
  const where =
    ref.namespace === undefined || ref.namespace === namespaceOf(parent) ? '' : ` in ${printable(ref.namespace)}`
  return [`${objectText(ref)}${where}`, ageText(object), finalizerNames].filter(text => text !== '').join('  ')
}

/** The namespace that a line under this object need not name. */
function namespaceOf(parent: ExplainedObject | undefined): string | undefined {
  if (parent === undefined) return undefined
  return isNamespace(parent.ref) ? parent.ref.name : parent.ref.namespace
}

/** How many are left out, and on a line of its own the command that shows them. */
function moreLines(
  [shown, hidden]: ReturnType<typeof cut>,
  first: string,
  rest: string,
  style: ExplanationStyle,
): string[] {
  const count = hidden.reduce((sum, { size }) => sum + size, 0)
  const [namespace, ...others] = new Set(hidden.map(({ object }) => namespaceOf(object)))
  const command = namespace !== undefined && others.length === 0 ? style.namespaceCommand?.(namespace) : undefined
  const more = shown.length === 0 ? counted(count, 'object') : `and ${grouped(count)} more`
  return [`${first}… ${more}:`, `${rest}  ${printable(command ?? style.everything)}`]
}
