import type { Cause, ExplainedObject } from '../../diagnosis/explanation.ts'
import { ageText } from '../age.ts'
import { namespaceOf } from '../explanation-head.ts'
import { counted, objectText } from '../object-text.ts'
import { formatBadge } from '../picture/svg.ts'
import { markup } from '../picture/svg-text.ts'

const COLUMNS = ['Object', 'Namespace', 'Age', 'Verdict', 'Finalizers', 'Waits for', 'Causes'] as const
/** Things of one cell that are named before the rest is counted. */
const MAX_NAMED = 3

/** Every object in a row; the script makes the table sortable, and each row can be reached as `#object-NUMBER`. */
export function objectTable(objects: readonly ExplainedObject[], causes: readonly Cause[]): string {
  const numbers = new Map(causes.map(({ id }, index) => [id, index + 1]))
  return [
    '<table id="objects">',
    '<caption class="unseen">Every object of the explanation</caption>',
    `<thead><tr>${COLUMNS.map(name => `<th scope="col">${name}</th>`).join('')}</tr></thead>`,
    '<tbody>',
    ...objects.map((object, index) => rowOf(object, index, numbers)),
    '</tbody>',
    '</table>',
  ].join('\n')
}

function rowOf(
  { ref, ageSeconds, deletionTimestamp, verdict, finalizers, waitingFor, causes }: ExplainedObject,
  index: number,
  numbers: ReadonlyMap<string, number>,
): string {
  const waits = waitingFor.map(({ ref: other }) => objectText(other))
  const links = causes.flatMap(id => numbers.get(id) ?? []).map(number => `<a href="#cause-${number}">${number}</a>`)
  const cells = [
    `<th scope="row" class="name">${markup(objectText(ref))}</th>`,
    cell('Namespace', markup(namespaceOf(ref) ?? '')),
    cell('Age', ageText({ deletionTimestamp, ageSeconds }), String(ageSeconds ?? -1)),
    cell(
      'Verdict',
      `<span class="${verdict}">${formatBadge(verdict)}<span class="verdict">${verdict}</span></span>`,
      verdict,
    ),
    cell('Finalizers', named(finalizers.map(({ name }) => name))),
    cell('Waits for', named(waits)),
    cell('Causes', links.slice(0, 10).join(', ') + (links.length > 10 ? ` and ${links.length - 10} more` : '')),
  ]
  return `<tr id="object-${index}">${cells.join('')}</tr>`
}

function cell(name: (typeof COLUMNS)[number], content: string, sort?: string): string {
  return `<td data-label="${name}"${sort === undefined ? '' : ` data-sort="${sort}"`}>${content}</td>`
}

function named(names: readonly string[]): string {
  const rest = names.length - MAX_NAMED
  const shown = (rest <= 1 ? names : names.slice(0, MAX_NAMED)).map(name => `<span class="name">${markup(name)}</span>`)
  return `${shown.join(', ')}${rest <= 1 ? '' : ` and ${counted(rest, 'more').replace(/s$/, '')}`}`
}
