import { FOREGROUND } from '../api/builtin-finalizers.ts'
import { kubeletEnds } from '../api/kubelet-ends.ts'
import { counted, placedText } from '../api/object-text.ts'
import { printable } from '../api/printable.ts'
import { removalPatch } from '../api/removal-patch.ts'
import type { Removal } from '../plan/removal.ts'
import { formatAge } from './age.ts'
import { brief, briefMessage, someOf } from './brief.ts'
import { hanging } from './hanging.ts'
import type { Paint } from './paint.ts'
import { reasonsOf } from './removal-reasons.ts'
import { inWords } from './words/in-words.ts'

export interface PlanStyle {
  /** undefined: lines are as long as they are. */
  readonly width: number | undefined
  readonly paint: Paint
  /** Objects of one group that are named before the rest is counted. */
  readonly mostObjects: number
}

const INDENT = '  '
const LABEL_COLUMNS = 'removes  '.length
const MAX_LEAKS = 5
const MAX_FINALIZERS = 20
/** Operations of one patch that are shown: those of the first finalizers, which say what the others are. */
const MAX_OPERATIONS = 24

/**
 * What will be changed, object by object; objects with the same change and causes are one group: what goes, what stays,
 * why, what to try first, what leaks, and the exact request.
 */
export function formatRemovalPlan(removals: readonly Removal[], style: PlanStyle): string {
  const groups = Map.groupBy(removals, removal =>
    JSON.stringify([
      reasonsOf(removal).causes.map(({ id }) => id),
      removal.allowed,
      removal.left,
      kubeletEnds(removal.object) !== undefined,
      passedOf(removal).map(([guard]) => guard),
    ]),
  )
  return [...groups.values()].map(group => `${groupLines(group, style).join('\n')}\n`).join('\n')
}

function groupLines(removals: readonly Removal[], style: PlanStyle): string[] {
  const [first] = removals as [Removal]
  const { causes, why, instead } = reasonsOf(first, removals.length > 1 ? 'the first of them' : 'it')
  const line = (label: string, text: string): string[] => labelled(label, briefMessage(text), style)
  const shown = removals.slice(0, style.mostObjects)
  const hidden = removals.length - shown.length
  const leaks = [...new Set(removals.flatMap(({ leaks }) => leaks))]
  return [
    ...shown.flatMap(removal => objectLines(removal, style)),
    ...(hidden === 0 ? [] : [`… and ${counted(hidden, 'more object')} (--dry-run=client shows all)`]),
    ...line('removes', namesText(first.allowed)),
    ...line('stays', staysText(first, removals.length > 1)),
    ...why.flatMap(text => line('why', text)),
    ...passedOf(first).flatMap(([guard, why]) =>
      // A guard that goes by the cause has nothing to add to it.
      line('despite', causes.some(({ summary }) => summary === why) ? guard : `${guard}: ${why}`),
    ),
    ...instead.flatMap(({ summary, commands }) => [
      ...line('instead', commands.length === 0 ? summary : `${summary}:`),
      // Not broken, for it is to be pasted.
      ...commands.flatMap(command => labelled('', printable(command), { ...style, width: undefined })),
    ]),
    ...consequences(first).flatMap(text => line('after', text)),
    ...leakLines(leaks, style),
    ...requestLines(first, removals.length > 1, style),
  ]
}

/** `widget/x in namespace shop, terminating for 6d`. */
function objectLines({ ref, explained }: Removal, { paint, width }: PlanStyle): string[] {
  const age = explained.ageSeconds === undefined ? '' : `, terminating for ${formatAge(explained.ageSeconds)}`
  return hanging('', `${placedText(ref)}${age}`, INDENT, width).map(text => paint.strong(text))
}

function staysText(removal: Removal, ofMany: boolean): string {
  const { left } = removal
  const them = ofMany ? 'them' : 'it'
  if (left.length > 0) return `${namesText(left)}, which still ${left.length === 1 ? 'holds' : 'hold'} ${them}`
  const kubelet = kubeletEnds(removal.object)
  if (kubelet === undefined) return 'no other finalizers'
  return ofMany ? 'the kubelet of each ends it when its grace period is over' : kubelet
}

/** The request for one object; one operation a line. */
function requestLines(removal: Removal, ofMany: boolean, style: PlanStyle): string[] {
  const { allowedInMetadata: allowed } = removal
  const put = removal.allowedInSpec.join(', ')
  const patched = allowed.filter(name => name !== FOREGROUND)
  const all = removalPatch(removal.object.metadata, patched).map(each => printable(JSON.stringify(each)))
  const hidden = all.length <= MAX_OPERATIONS ? 0 : all.length - MAX_OPERATIONS
  const rest = `… and ${counted(hidden, 'more operation')}: a test and a removal for each finalizer`
  const operations = hidden === 0 ? all : [...all.slice(0, MAX_OPERATIONS), rest]
  const patch = operations.flatMap((text, index) => {
    const [start, end] = [index === 0 ? '[' : ' ', index === operations.length - 1 ? ']' : ',']
    const label = index > 0 ? '' : 'patch'
    return labelled(label, `${start}${text}${end}`, { ...style, width: undefined })
  })
  const note = ofMany ? labelled('', 'shown for the first object; each object gets its own', style) : []
  const release =
    'a second DELETE with background propagation, which removes foregroundDeletion; its dependents are then deleted on their own'
  return [
    ...(patched.length === 0 ? [] : [...patch, ...note]),
    ...(put === ''
      ? []
      : labelled('put', `the namespace to its subresource /finalize, without ${put} in spec.finalizers`, style)),
    ...(allowed.includes(FOREGROUND) ? labelled('delete', release, style) : []),
  ]
}

/** A line of a plan: its label, then its text, which hangs where it is wider than the terminal. */
export function labelled(label: string, text: string, { width, paint }: PlanStyle): string[] {
  const rest = `${INDENT}${' '.repeat(LABEL_COLUMNS)}`
  const padded = label.padEnd(LABEL_COLUMNS)
  const [first = '', ...others] = hanging(`${INDENT}${padded}`, text, rest, width)
  return [`${INDENT}${paint.strong(padded)}${first.slice(INDENT.length + padded.length)}`, ...others]
}

/** Guards that said no and were passed, each with its reason, once. */
function passedOf({ judged }: Removal): readonly (readonly [guard: string, why: string])[] {
  const passed = judged.filter(({ refusals }) => refusals.length === 0).flatMap(each => each.passed)
  return [...new Map(passed.map(({ guard, why }) => [guard, inWords(why)]))]
}

/** What becomes of what the controllers would have done. */
function consequences({ judged }: Removal): readonly string[] {
  const texts = judged
    .filter(({ refusals }) => refusals.length === 0)
    .map(({ known }) => known?.ifRemoved || 'whatever its controller would have cleaned up is left behind')
  return [...new Set(texts)]
}

function namesText(finalizers: readonly string[]): string {
  return someOf(finalizers, MAX_FINALIZERS, ', ')
}

/** Every id, a line each, in a dry run; else a few of them and their number. */
function leakLines(leaks: readonly string[], style: PlanStyle): string[] {
  if (leaks.length === 0) return []
  if (style.mostObjects === Number.POSITIVE_INFINITY) {
    return leaks.flatMap((leak, index) => labelled(index === 0 ? 'leaks' : '', brief(leak), style))
  }
  return labelled('leaks', someOf(leaks, MAX_LEAKS, '; ', '--dry-run=client shows all'), style)
}
