import { printable } from '../../api/printable.ts'
import type { Verdict } from '../words/explanation.ts'
import type { CauseNode, Edge, ObjectNode, Picture } from './picture.ts'
import { causeCode, causeHolds, causeMark, causeSummary, edgeText, groupTitle, nodeLines, nodeTitle } from './words.ts'

const WIDEST = 60
const LONGEST = 140

const CAUSE: Readonly<Record<Verdict, string>> = {
  stuck: 'shape=octagon, color="#b3261e", fillcolor="#fdeceb", penwidth=2',
  unknown: 'shape=hexagon, color="#7b3fa0", fillcolor="#f6edfb", style="filled,dashed"',
  waiting: 'shape=box, color="#0b6b83", fillcolor="#e6f4f8", style="filled,rounded"',
  progressing: 'shape=ellipse, color="#1b7034", fillcolor="#e7f5ea"',
}

/** A picture as a graph of Graphviz' dot. Whatever its names hold is text. */
export function formatDot(picture: Picture, title: string, notes: readonly string[]): string {
  const lines = [
    'digraph finalize {',
    '  rankdir=LR',
    `  label=${quoted([title, ...notes])}`,
    '  labelloc=t',
    '  node [fontname="Helvetica,Arial,sans-serif", fontsize=11, style=filled]',
    '  edge [fontname="Helvetica,Arial,sans-serif", fontsize=9, color="#666666"]',
    `  {rank=min; ${picture.causes.map(({ id }) => id).join('; ')}}`,
    ...picture.causes.map(cause => `  ${cause.id} ${causeNode(cause)}`),
    ...picture.groups.flatMap(group => [
      `  subgraph cluster_${group.id} {`,
      `    label=${quoted([groupTitle(group)])}`,
      '    style="rounded,dashed"',
      '    color="#888888"',
      ...group.nodes.map(node => `    ${node.id} ${objectNode(node)}`),
      '  }',
    ]),
    ...picture.edges.map(edge => `  ${edge.from} -> ${edge.to} ${arrow(edge)}`),
    '}',
  ]
  return `${lines.join('\n')}\n`
}

function causeNode(cause: CauseNode): string {
  const text = [`${causeMark(cause)} ${causeCode(cause)}`, causeSummary(cause, LONGEST), causeHolds(cause)]
  return `[label=${quoted(text.flatMap(line => broken(line, WIDEST)))}, ${CAUSE[cause.causes[0].verdict]}]`
}

function objectNode(node: ObjectNode): string {
  const text = [nodeTitle(node, WIDEST), ...nodeLines(node, WIDEST)]
  const isLive = node.objects[0].deletionTimestamp === undefined
  const style = `color="#888888", fillcolor="#ffffff"${isLive ? ', style="filled,dashed"' : ''}`
  return `[label=${quoted(isLive ? text : [...text, node.verdict])}, shape=${node.objects.length > 1 ? 'box3d' : 'box'}, ${style}]`
}

function arrow(edge: Edge): string {
  const text = edgeText(edge)
  if (text === undefined) return '[penwidth=1.5, color="#333333"]'
  return `[label=${quoted([text])}${edge.reason === 'owns' ? ', style=dotted' : ''}]`
}

/** A string of dot: its escapes, and the entities of HTML, which Graphviz reads in every label. */
function quoted(lines: readonly string[]): string {
  const escaped = lines.map(line =>
    printable(line).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('&', '&amp;'),
  )
  return `"${escaped.join('\\n')}"`
}

/** Lines of about so many characters, broken at spaces. */
export function broken(text: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
