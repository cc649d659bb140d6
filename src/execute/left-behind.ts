import type { LeftBehind } from './tools.ts'

/** What JSON leaves as it is and YAML does not take, or takes for the end of a line. */
const UNPRINTABLE = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g

/**
 * The file of what is left behind: YAML with one line per object, so that tens of thousands are written at once and can
 * be searched by lines.
 */
export function formatLeftBehind(items: readonly LeftBehind[], takenAt: Date): string {
  return [
    'apiVersion: kubectl-finalize/v1',
    'kind: LeftBehind',
    `takenAt: "${takenAt.toISOString()}"`,
    `items:${items.length === 0 ? ' []' : ''}`,
    ...items.map(({ leaks, ref }) => `- ${inOneLine({ leaks, ref })}`),
    '',
  ].join('\n')
}

/** JSON is YAML. */
function inOneLine(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    UNPRINTABLE,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
