import { COLUMNS, type Recorded } from './record.ts'
import type { Line, Span } from './screen.ts'
import { typed } from './steps.ts'

/** Of a letter, in pixels: each span has a fixed width, so that lines fit with any font. */
const LETTER = { width: 7.8, height: 18, size: 13 }
const MARGIN = 20

const LIGHT = {
  paper: '#ffffff',
  ink: '#1f2328',
  red: '#b3261e',
  green: '#1a7f37',
  cyan: '#0f6c74',
  magenta: '#7d3cbd',
}
const DARK = { paper: '#0d1117', ink: '#e6edf3', red: '#ff8a80', green: '#56d364', cyan: '#56d4dd', magenta: '#d2a8ff' }

/** An SVG of a terminal with these commands and their output; it follows the reader's light or dark colour scheme. */
export function picture(shown: readonly Recorded[], title: string): string {
  const lines = shown.flatMap((recorded, index) => [
    ...(index === 0 ? [] : [[]]),
    [{ text: typed(recorded), style: 'bold' }],
    ...recorded.lines.flatMap(line => wrapped(line)),
  ])
  const width = MARGIN * 2 + COLUMNS * LETTER.width
  const height = MARGIN * 2 + lines.length * LETTER.height
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${tidy(width)} ${height}" width="${tidy(width)}" height="${height}" role="img">
<title>${escaped(title)}</title>
<style>
${colours(LIGHT)}
@media (prefers-color-scheme: dark) {
${colours(DARK)}
}
text { font: ${LETTER.size}px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre }
.bold { font-weight: bold }
</style>
<rect class="paper" x="0.5" y="0.5" width="${tidy(width - 1)}" height="${height - 1}" rx="8"/>
${lines.flatMap((line, index) => textOf(line, index)).join('\n')}
</svg>
`
}

/** As a terminal does: text that does not fit continues on the next line, even in the middle of a word. */
function wrapped(line: Line): readonly Line[] {
  const rows: Span[][] = [[]]
  let column = 0
  for (const { text, style } of line) {
    for (let rest = text; rest !== ''; ) {
      const fits = rest.slice(0, COLUMNS - column)
      rows.at(-1)!.push({ text: fits, style })
      rest = rest.slice(fits.length)
      column += fits.length
      if (column < COLUMNS) continue
      rows.push([])
      column = 0
    }
  }
  return rows.at(-1)!.length === 0 && rows.length > 1 ? rows.slice(0, -1) : rows
}

function colours({ paper, ink, ...letters }: typeof LIGHT): string {
  const rules = Object.entries(letters).map(([name, colour]) => `.${name} { fill: ${colour} }`)
  return [`.paper { fill: ${paper}; stroke: #8b949e }`, `text { fill: ${ink} }`, ...rules].join('\n')
}

function textOf(line: Line, index: number): readonly string[] {
  const y = MARGIN + index * LETTER.height + LETTER.size
  let column = 0
  return line.map(({ text, style }: Span) => {
    const x = MARGIN + column * LETTER.width
    column += text.length
    const dressed = style === '' ? '' : ` class="${style}"`
    const length = `textLength="${tidy(text.length * LETTER.width)}" lengthAdjust="spacingAndGlyphs"`
    return `<text x="${tidy(x)}" y="${y}" ${length} xml:space="preserve"${dressed}>${escaped(text)}</text>`
  })
}

function tidy(pixels: number): number {
  return Math.round(pixels * 10) / 10
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
