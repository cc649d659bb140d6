import { printable } from '../../api/printable.ts'
import type { Verdict } from '../words/explanation.ts'
import type { CauseNode, Edge, ObjectNode, Picture } from './picture.ts'
import { causeCode, causeHolds, causeMark, causeSummary, edgeText, groupTitle, nodeLines, nodeTitle } from './words.ts'

const LONGEST_NAME = 60
const LONGEST_SUMMARY = 140

/** Around a node's text: a shape for each verdict. */
const SHAPES: Readonly<Record<Verdict, readonly [open: string, close: string]>> = {
  stuck: ['{{', '}}'],
  unknown: ['>', ']'],
  waiting: ['(', ')'],
  progressing: ['([', '])'],
}

const CLASSES: Readonly<Record<Verdict, string>> = {
  stuck: 'fill:#fff1f0,stroke:#b3261e,stroke-width:2px,color:#1b1f24',
  unknown: 'fill:#faf3fe,stroke:#7b3fa0,stroke-width:2px,stroke-dasharray:6 4,color:#1b1f24',
  waiting: 'fill:#eef8fb,stroke:#0a6073,color:#1b1f24',
  progressing: 'fill:#effaf1,stroke:#1a6b32,color:#1b1f24',
}

/** A picture as a flowchart of mermaid. Whatever its names hold is text. */
export function formatMermaid(picture: Picture, title: string, notes: readonly string[]): string {
  const lines = [
    'flowchart LR',
    `  about[${quoted([title, ...notes])}]:::about`,
    ...picture.causes.map(cause => `  ${cause.id}${causeNode(cause)}`),
    ...picture.groups.flatMap(group => [
      `  subgraph ${group.id} [${quoted([groupTitle(group)])}]`,
      ...group.nodes.map(node => `    ${node.id}${objectNode(node)}`),
      '  end',
    ]),
    ...picture.edges.map(edge => `  ${edge.from} ${arrow(edge)} ${edge.to}`),
    ...Object.entries(CLASSES).map(([verdict, style]) => `  classDef ${verdict} ${style}`),
    '  classDef object fill:#ffffff,stroke:#6e7781,color:#1b1f24',
    '  classDef about fill:none,stroke:none',
  ]
  return `${lines.join('\n')}\n`
}

function causeNode(cause: CauseNode): string {
  const { verdict } = cause.causes[0]
  const [open, close] = SHAPES[verdict]
  const text = [`${causeMark(cause)} ${causeCode(cause)}`, causeSummary(cause, LONGEST_SUMMARY), causeHolds(cause)]
  return `${open}${quoted(text)}${close}:::${verdict}`
}

function objectNode(node: ObjectNode): string {
  const isLive = node.objects[0].deletionTimestamp === undefined
  const text = [nodeTitle(node, LONGEST_NAME), ...nodeLines(node, LONGEST_NAME), ...(isLive ? [] : [node.verdict])]
  return `${node.objects.length > 1 ? `[[${quoted(text)}]]` : `[${quoted(text)}]`}:::object`
}

function arrow(edge: Edge): string {
  const text = edgeText(edge)
  if (text === undefined) return '==>'
  return `${edge.reason === 'owns' ? '-.->' : '-->'}|${quoted([text])}|`
}

/**
 * A string of mermaid. Its parser knows entities (`#34;`), no escapes, reads directives (`%%{`) and Markdown in strings
 * too, and makes HTML: every character but letters, digits and plain signs becomes an entity.
 */
function quoted(lines: readonly string[]): string {
  const plain = /[^\p{L}\p{N} .,:/…›-]/gu
  const escaped = lines.map(line => printable(line).replaceAll(plain, sign => `#${sign.codePointAt(0)};`))
  return `"${escaped.join('<br/>')}"`
}
