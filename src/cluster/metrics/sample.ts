/** One line of a family: `name{label="value",…} number`. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** A sample of this family in the text format of Prometheus; undefined for a line that is none of it. */
export function sampleOf(line: string, family: string): Sample | undefined {
  const rest = line.slice(family.length)
  const labelled = rest.startsWith('{')
  const end = labelled ? rest.lastIndexOf('}') : 0
  if (!line.startsWith(family) || end < 0 || (!labelled && !rest.startsWith(' '))) return undefined
  const [number = ''] = rest
    .slice(labelled ? end + 1 : 0)
    .trim()
    .split(' ')
  const value = number === '' ? Number.NaN : Number(number)
  if (!Number.isFinite(value)) return undefined
  const labels: Record<string, string> = {}
  for (const [, name, text] of rest.slice(1, end).matchAll(/(?<![a-z_])([a-z_]+)="((?:[^"\\]|\\.)*)"/g))
    labels[name!] = text!
  return { labels, value }
}
