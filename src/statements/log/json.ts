import { flat, partsOf, recordIn } from './fields.ts'
import type { Parts } from './line.ts'

/** A line that is one JSON object: zap, logrus, slog, zerolog, hclog, logstash. undefined for others. */
export function jsonLine(text: string): Parts | undefined {
  const record = recordIn(text)
  return record && partsOf(flat(record))
}

/** A text, and the JSON object at its end where there is one: `Reconciler error {"name": "a"}`. */
export function withTail(text: string): { readonly text: string; readonly fields: ReadonlyMap<string, string> } {
  const from = text.startsWith('{') ? 0 : text.indexOf('{"')
  const record = from < 0 ? undefined : recordIn(text.slice(from))
  return record === undefined ? { text, fields: new Map() } : { text: text.slice(0, from).trim(), fields: flat(record) }
}
