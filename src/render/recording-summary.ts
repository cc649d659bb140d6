import { counted } from '../api/object-text.ts'
import { printable } from '../api/printable.ts'

interface ObjectCounts {
  readonly whole: number
  readonly metadata: number
}

interface RecordingSummary {
  readonly head: {
    readonly namespace?: string | undefined
    readonly takenAt: string
    readonly version: string
    readonly redacted?: boolean | undefined
  }
  readonly requests: number
  /** Refused or failed. */
  readonly refused: number
  /** Access reviews and dry runs. */
  readonly dryRuns: number
  readonly logs: number
  readonly types: readonly (readonly [type: string, counts: ObjectCounts])[]
}

/** What a recording holds, in lines for people: how much of which types, what was refused, and what is never in it. */
export function summaryLines({ head, requests, refused, dryRuns, logs, types }: RecordingSummary): readonly string[] {
  const place = head.namespace === undefined ? 'the whole cluster' : `namespace ${printable(head.namespace)}`
  const scope = refused === 0 ? place : `${place}, as far as it could be read,`
  return [
    `A recording of ${scope} at ${head.takenAt}, by kubectl-finalize ${printable(head.version)}${head.redacted ? '; names, hosts and messages are pseudonyms' : ''}.`,
    `It holds ${counted(requests, 'request')} and what was answered (refused or failed: ${refused}; access reviews and dry runs: ${dryRuns}).`,
    'Never in it: data of Secrets and ConfigMaps, values of environment variables, copies of what was applied.',
    'Withheld where it is known by the name of its field, header or flag, or by its form, also within texts: a credential.',
    'One in a field of another name (`secret: my-name` is taken for a name) stays: look into the file before you give it away.',
    ...(logs === 0 ? [] : [`In it: lines of ${counted(logs, 'log')}, without what looks like a secret (--logs).`]),
    ...(head.redacted
      ? []
      : [
          'In it as they are: names, labels, annotations, specs, events, addresses (--redact replaces names, hosts and messages).',
        ]),
    '',
    ...types.map(([type, counts]) => `  ${printable(type)}: ${countsText(counts)}`),
  ]
}

function countsText({ whole, metadata }: ObjectCounts): string {
  const parts = [
    ...(whole > 0 ? [`${counted(whole, 'whole object')}`] : []),
    ...(metadata > 0 ? [`metadata of ${metadata}`] : []),
  ]
  return parts.join(', ')
}
