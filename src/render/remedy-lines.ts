import type { Remedy } from '../diagnosis/explanation.ts'
import { type ExplanationStyle, widthOf } from './explanation-style.ts'
import { hanging } from './hanging.ts'
import { printable } from './printable.ts'

const KIND_COLUMNS = 'inspect  '.length
/** How many things that stay behind are named before the rest is counted. */
const NAMED_LEAKS = 3

/** What to do, each command on a line of its own, whole however long it is, so that it can be pasted. */
export function remedyLines(
  { kind, summary, commands, risk, leaks }: Remedy,
  indent: string,
  style: ExplanationStyle,
): string[] {
  const width = widthOf(style)
  const rest = `${indent}${' '.repeat(KIND_COLUMNS)}`
  const riskText = risk === 'none' ? '' : ` (risk: ${risk})`
  const label = kind.padEnd(KIND_COLUMNS)
  const [first = '', ...others] = hanging(`${indent}${label}`, `${printable(summary)}${riskText}`, rest, width)
  return [
    `${indent}${style.paint.strong(label)}${first.slice(indent.length + label.length)}`,
    ...others,
    ...(leaks.length === 0 ? [] : hanging(rest, `leaves behind: ${leaksText(leaks)}`, rest, width)),
    ...commands.map(command => `${rest}  ${printable(command)}`),
  ]
}

function leaksText(leaks: readonly string[]): string {
  const named = leaks.slice(0, NAMED_LEAKS).map(printable).join('; ')
  const rest = leaks.length - NAMED_LEAKS
  return rest > 0 ? `${named}; and ${rest} more (all of them in -o json)` : named
}
