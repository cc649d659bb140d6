import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const END = '<!-- /measured -->'

/** Writes figures into docs/benchmarks.md, between `<!-- measured: NAME -->` and the next end marker. */
export async function writeMeasured(root: string, name: string, lines: readonly string[]): Promise<string> {
  const begin = `<!-- measured: ${name} -->`
  const file = join(root, 'docs/benchmarks.md')
  const document = await readFile(file, 'utf8')
  const from = document.indexOf(begin)
  const to = document.indexOf(END, from)
  if (from < 0 || to < 0) throw new Error(`${file} has no place for the figures: ${begin} … ${END}`)
  const text = [begin, ...lines, END].join('\n')
  await writeFile(file, `${document.slice(0, from)}${text}${document.slice(to + END.length)}`)
  return text
}

/** min / median / max */
export function spread(values: readonly number[], digits = 2): string {
  const sorted = values.toSorted((a, b) => a - b)
  const picked = [sorted[0]!, sorted[Math.floor(sorted.length / 2)]!, sorted.at(-1)!]
  return picked.map(value => value.toFixed(digits)).join(' / ')
}
