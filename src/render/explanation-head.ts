import { isNamespace } from '../api/namespace-type.ts'
import type { ObjectRef } from '../api/object-ref.ts'
import { counted } from '../api/object-text.ts'
import type { Reading } from '../api/terminating.ts'
import { type ExplanationStyle, widthOf } from './explanation-style.ts'
import { hanging } from './hanging.ts'
import type { Explanation } from './words/explanation.ts'

/** The first lines: how much is held by how little, what was read, and what changed between two looks. */
export function headOf(explanation: Explanation, reading: Reading, style: ExplanationStyle): string[] {
  const { observed } = explanation
  const summary = summaryOf(explanation)
  const width = widthOf(style)
  const [first = '', ...rest] = hanging('', `${summary}  ${readingText(explanation, reading)}`, '', width)
  const painted = first.startsWith(summary) ? style.paint.strong(summary) + first.slice(summary.length) : first
  const looks = observed === undefined ? [] : hanging('', observedText(observed), '', width)
  return [painted, ...rest, ...looks]
}

/** `11 causes hold 58 objects in 13 namespaces.` */
export function summaryOf({ causes }: Explanation): string {
  const held = new Map(causes.flatMap(({ blocks }) => blocks.map(ref => [ref.uid, ref] as const)))
  const namespaces = new Set([...held.values()].map(namespaceOf).filter(name => name !== undefined))
  const where = namespaces.size === 0 ? '' : ` in ${counted(namespaces.size, 'namespace')}`
  const verb = causes.length === 1 ? 'holds' : 'hold'
  if (causes.length === 0) return 'No cause was found.'
  return `${counted(causes.length, 'cause')} ${verb} ${counted(held.size, 'object')}${where}.`
}

/** The namespace that an object is in, or is; undefined for one of the cluster. */
export function namespaceOf(ref: ObjectRef): string | undefined {
  return isNamespace(ref) ? ref.name : ref.namespace
}

/** How much was read, and whether all of it could be. */
export function readingText({ unreadable }: Explanation, { objects, types, seconds }: Reading): string {
  const time = seconds < 0.05 ? '' : ` in ${seconds.toFixed(1)} s`
  const resources = new Set(unreadable.map(({ resource }) => resource)).size
  const gaps =
    resources === 0 ? 'all of them readable' : `${counted(resources, 'type')} could not be read (named below)`
  return `${counted(objects, 'object')} of ${counted(types, 'type')} read${time}; ${gaps}.`
}

/** What changed between two scans. */
export function observedText({ seconds, gone, shrunk }: NonNullable<Explanation['observed']>): string {
  const changes = [
    ...(gone.length === 0 ? [] : [`${counted(gone.length, 'object')} deleted`]),
    ...(shrunk.length === 0
      ? []
      : [`${counted(shrunk.length, 'object')} ${shrunk.length === 1 ? 'waits' : 'wait'} for fewer things`]),
  ]
  const what = changes.length === 0 ? 'no change' : changes.join(' and ')
  return `Between two scans ${seconds} s apart: ${what}.`
}
