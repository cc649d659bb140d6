import { FOREGROUND } from '../api/builtin-finalizers.ts'
import { removalPatch } from '../api/removal-patch.ts'
import { allowedOf, leftAfter, type Removal } from '../change/removal.ts'
import type { Cause } from '../diagnosis/explanation.ts'
import { leaksOf } from '../diagnosis/leaks.ts'
import { formatAge } from './age.ts'
import { hanging } from './hanging.ts'
import { counted, placedText } from './object-text.ts'
import type { Paint } from './paint.ts'
import { printable } from './printable.ts'

export interface PlanStyle {
  /** undefined: lines are as long as they are. */
  readonly width: number | undefined
  readonly paint: Paint
  /** Objects of one cause that are named before the rest is counted. */
  readonly mostObjects: number
}

const INDENT = '  '
const LABEL_COLUMNS = 'remove  '.length
const MOST_LEAKS = 5

/** What will be changed, cause by cause: why, what to try first, what goes, what stays, what leaks, and the exact patch. */
export function formatRemovalPlan(removals: readonly Removal[], style: PlanStyle): string {
  const groups = Map.groupBy(removals, removal =>
    causesOf(removal)
      .map(({ id }) => id)
      .join(' '),
  )
  return [...groups.values()].map(group => `${groupLines(group, style).join('\n')}\n`).join('\n')
}

function groupLines(removals: readonly Removal[], style: PlanStyle): string[] {
  const [first] = removals as [Removal]
  const causes = causesOf(first)
  const line = (label: string, text: string): string[] => labelled(label, text, style)
  const shown = removals.slice(0, style.mostObjects)
  const hidden = removals.length - shown.length
  const remedies = causes.flatMap(cause => cause.remedies)
  const before = remedies.filter(({ kind }) => kind === 'repair')
  const leaks = removals.flatMap(({ object }) => leaksOf(object))
  return [
    ...shown.map(removal => objectLine(removal, style)),
    ...(hidden === 0 ? [] : [`… and ${counted(hidden, 'more object')} (--dry-run=client shows all)`]),
    ...causes.flatMap(({ summary, code }) => line('why', `${printable(summary)} (${code})`)),
    ...first.judged.flatMap(({ passed }) =>
      passed.flatMap(({ guard, why }) => line('passed', `${guard}: ${printable(why)}`)),
    ),
    ...before.flatMap(({ summary, commands }) => line('first', [printable(summary), ...commands].join(': '))),
    ...consequences(first).flatMap(text => line('then', printable(text))),
    ...(leaks.length === 0 ? [] : line('leaks', leaksText(leaks))),
    ...requestLines(first, removals.length > 1, style),
  ]
}

/** `widget.example.com/x in namespace shop, deleted 6d ago: removes a; b stays`. */
function objectLine(removal: Removal, { paint }: PlanStyle): string {
  const { ref, explained } = removal
  const age = explained.ageSeconds === undefined ? '' : `, deleted ${formatAge(explained.ageSeconds)} ago`
  const left = leftAfter(removal)
  const stays = left.length === 0 ? 'nothing else holds it' : `${left.map(printable).join(', ')} stays and keeps it`
  const goes = allowedOf(removal).map(printable).join(', ')
  return `${paint.strong(placedText(ref))}${age}: removes ${paint.strong(goes)}; ${stays}`
}

function requestLines(removal: Removal, ofMany: boolean, style: PlanStyle): string[] {
  const allowed = allowedOf(removal)
  const patched = allowed.filter(name => name !== FOREGROUND)
  const { metadata } = removal.object
  const label = `${'patch'.padEnd(LABEL_COLUMNS)}${ofMany ? 'of the first: ' : ''}`
  return [
    ...(patched.length === 0 ? [] : [`${INDENT}${label}${printable(JSON.stringify(removalPatch(metadata, patched)))}`]),
    ...(allowed.includes(FOREGROUND)
      ? labelled(
          'delete',
          'a second DELETE with background propagation, which takes foregroundDeletion off; its dependents go on alone',
          style,
        )
      : []),
  ]
}

function labelled(label: string, text: string, { width, paint }: PlanStyle): string[] {
  const rest = `${INDENT}${' '.repeat(LABEL_COLUMNS)}`
  const padded = label.padEnd(LABEL_COLUMNS)
  const [first = '', ...others] = hanging(`${INDENT}${padded}`, text, rest, width)
  return [`${INDENT}${paint.strong(padded)}${first.slice(INDENT.length + padded.length)}`, ...others]
}

/** Causes of the finalizers that go, each once. */
function causesOf(removal: Removal): readonly Cause[] {
  const allowed = allowedOf(removal)
  const causes = removal.causes.filter(({ finalizer }) => finalizer === undefined || allowed.includes(finalizer))
  return [...new Map(causes.map(({ cause }) => [cause.id, cause])).values()]
}

/** What becomes of what the controllers would have done. */
function consequences({ judged }: Removal): readonly string[] {
  return judged
    .filter(({ refusals }) => refusals.length === 0)
    .map(({ known }) => known?.ifRemoved ?? 'whatever its controller would have cleaned up stays behind')
}

function leaksText(leaks: readonly string[]): string {
  const named = leaks.slice(0, MOST_LEAKS).map(printable).join('; ')
  return leaks.length > MOST_LEAKS ? `${named}; and ${leaks.length - MOST_LEAKS} more` : named
}
