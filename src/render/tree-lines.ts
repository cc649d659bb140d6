import type { ObjectRef } from '../api/object-ref.ts'
import type { ExplainedObject } from '../diagnosis/explanation.ts'
import { formatAge } from './age.ts'
import { type ExplanationStyle, widthOf } from './explanation-style.ts'
import type { Tree } from './forest.ts'
import { hanging } from './hanging.ts'
import { counted, objectText } from './object-text.ts'
import { printable } from './printable.ts'

/** What a line can say beside the object itself. */
export type Remark = (object: ExplainedObject) => string | undefined

/** Trees as lines, cut where the style's limits are, with the number of objects that are left out and how to see them. */
export function treeLines(
  forest: readonly Tree[],
  indent: string,
  style: ExplanationStyle,
  remark: Remark = () => undefined,
): string[] {
  const lines: string[] = []
  const width = widthOf(style)

  const draw = (tree: Tree, first: string, rest: string, parent: ExplainedObject | undefined): void => {
    const hasBelow = tree.below.length + tree.circle.length + tree.elsewhere.length > 0
    const text = [nodeText(tree.object, parent), remark(tree.object)].filter(each => each !== undefined).join('  ')
    lines.push(...hanging(first, text, hasBelow ? `${rest}│    ` : `${rest}     `, width))
    const notes = [
      ...tree.elsewhere.map(ref => `${objectText(ref)}  (see there)`),
      ...tree.circle.map(ref => `${objectText(ref)}  again: they wait for each other in a circle`),
    ]
    drawAll(tree.below, notes, rest, tree.object)
  }

  const drawAll = (trees: readonly Tree[], notes: readonly string[], prefix: string, parent: ExplainedObject): void => {
    const [shown, hidden] = cut(trees, style.limits.siblings, style.limits.lines - lines.length)
    const last = shown.length + notes.length + (hidden.length === 0 ? 0 : 1) - 1
    const branch = (index: number): string => `${prefix}${index === last ? '└─ ' : '├─ '}`
    for (const [index, tree] of shown.entries()) {
      draw(tree, branch(index), `${prefix}${index === last ? '   ' : '│  '}`, parent)
    }
    for (const [index, note] of notes.entries()) lines.push(`${branch(shown.length + index)}${note}`)
    if (hidden.length > 0) lines.push(...moreLines(hidden, branch(last), `${prefix}   `, style))
  }

  const [shown, hidden] = cut(forest, style.limits.roots, style.limits.lines)
  for (const tree of shown) draw(tree, indent, indent, undefined)
  if (hidden.length > 0) lines.push(...moreLines(hidden, indent, indent, style))
  return lines
}

/** Never leaves out just one line's worth: the line that tells of it would be as long. */
function cut(
  trees: readonly Tree[],
  limit: number,
  linesLeft: number,
): [shown: readonly Tree[], hidden: readonly Tree[]] {
  const most = Math.max(Math.min(limit, linesLeft), 0)
  const leftover = trees.slice(most)
  if (leftover.length === 1 && leftover[0]!.size === 1) return [trees, []]
  return [trees.slice(0, most), leftover]
}

function nodeText(object: ExplainedObject, parent: ExplainedObject | undefined): string {
  const { ref, finalizers } = object
  // Every Namespace has that one: it says nothing about this one.
  const telling = isNamespace(ref) ? finalizers.filter(({ field }) => field !== 'spec') : finalizers
  const finalizerNames = telling.map(({ name }) => printable(name)).join(', ')
  const where =
    ref.namespace === undefined || ref.namespace === namespaceOf(parent) ? '' : ` in ${printable(ref.namespace)}`
  return [`${objectText(ref)}${where}`, ageText(object), finalizerNames].filter(text => text !== '').join('  ')
}

function ageText({ deletionTimestamp, ageSeconds }: ExplainedObject): string {
  if (deletionTimestamp === undefined) return 'not deleted'
  return ageSeconds === undefined ? '' : formatAge(ageSeconds)
}

/** The namespace that a line under this object need not name. */
function namespaceOf(parent: ExplainedObject | undefined): string | undefined {
  if (parent === undefined) return undefined
  return isNamespace(parent.ref) ? parent.ref.name : parent.ref.namespace
}

/** How many are left out, and on a line of its own the command that shows them. */
function moreLines(hidden: readonly Tree[], first: string, rest: string, style: ExplanationStyle): string[] {
  const count = hidden.reduce((sum, { size }) => sum + size, 0)
  const [namespace, ...others] = new Set(hidden.map(({ object }) => namespaceOf(object)))
  const command = namespace !== undefined && others.length === 0 ? style.namespaceCommand?.(namespace) : undefined
  const more = counted(count, 'object').replace(/ objects?$/, '')
  return [`${first}… and ${more} more:`, `${rest}  ${printable(command ?? style.everything)}`]
}

function isNamespace({ kind, apiVersion }: ObjectRef): boolean {
  return kind === 'Namespace' && apiVersion === 'v1'
}
