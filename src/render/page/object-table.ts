import { counted, firstOf, objectText } from '../../api/object-text.ts'
import { ageText } from '../age.ts'
import { namespaceOf } from '../explanation-head.ts'
import { markup } from '../picture/svg-text.ts'
import type { Cause, ExplainedObject } from '../words/explanation.ts'

const COLUMNS = ['Object', 'Namespace', 'Age', 'Verdict', 'Finalizers', 'Waits for', 'Causes'] as const
/** Things of one cell that are named before the rest is counted. */
const MAX_NAMED = 3
/** Rows laid out at once; of more, each body when it comes into view: a screenshot of the page does not wait for it. */
const MAX_AT_ONCE = 300
const ROWS_OF_BODY = 50

/**
 * Every object in a row that can be reached as `#object-NUMBER`; the script makes the table sortable. A row has few
 * elements, and none that the sheet can draw: a browser reads thousands of rows before it shows the page.
 */
export function objectTable(objects: readonly ExplainedObject[], causes: readonly Cause[]): string {
  const numbers = new Map(causes.map(({ id }, index) => [id, index + 1]))
  return [
    `<table id="objects"${objects.length > MAX_AT_ONCE ? ' class="long"' : ''}>`,
    '<caption class="unseen">Every object of the explanation</caption>',
    `<thead><tr>${COLUMNS.map(name => `<th scope="col">${name}</th>`).join('')}</tr></thead>`,
    ...bodiesOf(objects.map((object, index) => rowOf(object, index, numbers))),
    '</table>',
  ].join('\n')
}

function bodiesOf(rows: readonly string[]): readonly string[] {
  const starts = rows.keys().filter(index => index % ROWS_OF_BODY === 0)
  return [...starts].flatMap(start => ['<tbody>', ...rows.slice(start, start + ROWS_OF_BODY), '</tbody>'])
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
    cell(markup(namespaceOf(ref) ?? '')),
    `<td data-sort="${ageSeconds ?? -1}">${ageText({ deletionTimestamp, ageSeconds })}</td>`,
    `<td class="${verdict}">${verdict}</td>`,
    cell(named(finalizers.map(({ name }) => name))),
    cell(named(waits)),
    cell(firstOf(links, 10)),
  ]
  return `<tr id="object-${index}">${cells.join('')}</tr>`
}

function cell(content: string): string {
  return `<td>${content}</td>`
}

function named(names: readonly string[]): string {
  const rest = names.length - MAX_NAMED
  const shown = (rest <= 1 ? names : names.slice(0, MAX_NAMED)).map(markup)
  return `${shown.join(', ')}${rest <= 1 ? '' : ` and ${counted(rest, 'more').replace(/s$/, '')}`}`
}
