import { counted } from '../api/object-text.ts'
import { printable } from '../api/printable.ts'
import { brief, someOf } from './brief.ts'
import { type ExplanationStyle, widthOf } from './explanation-style.ts'
import { hanging } from './hanging.ts'
import type { Remedy } from './words/explanation.ts'

/** How many things that stay behind are named before the rest is counted. */
const NAMED_LEAKS = 3
/** How many commands of one remedy are printed before the rest is counted. */
const MAX_COMMANDS = 5

const RISK: Readonly<Record<Remedy['risk'], string>> = {
  none: 'safe',
  low: 'low risk',
  medium: 'medium risk',
  high: 'high risk',
}

/** The risk of a step, in words. */
export function riskText({ kind, risk }: Pick<Remedy, 'kind' | 'risk'>): string {
  return kind === 'inspect' ? 'changes nothing' : RISK[risk]
}

/** The remedies as numbered steps: each command on one line, however long it is, so that it can be pasted. */
export function stepLines(remedies: readonly Remedy[], indent: string, style: ExplanationStyle): string[] {
  return remedies.flatMap((remedy, index) => remedyLines(remedy, `${index + 1}. `, indent, style))
}

function remedyLines(
  { kind, summary, commands, risk, leaks }: Remedy,
  number: string,
  indent: string,
  style: ExplanationStyle,
): string[] {
  const width = widthOf(style)
  const shown = commands.length <= MAX_COMMANDS + 1 ? commands : commands.slice(0, MAX_COMMANDS)
  const hidden = commands.length - shown.length
  const rest = `${indent}${' '.repeat(number.length)}`
  const label = `${number}${kind}: `
  const [first = '', ...others] = hanging(
    `${indent}${label}`,
    `${brief(summary)} (${riskText({ kind, risk })})`,
    rest,
    width,
  )
  return [
    `${indent}${style.paint.strong(label)}${first.slice(indent.length + label.length)}`,
    ...others,
    ...(leaks.length === 0 ? [] : hanging(rest, `leaves behind: ${someOf(leaks, NAMED_LEAKS)}`, rest, width)),
    ...shown.map(command => `${rest}  ${printable(command)}`),
    ...(hidden === 0 ? [] : [`${rest}  … and ${counted(hidden, 'more command')} (all in -o json)`]),
  ]
}
