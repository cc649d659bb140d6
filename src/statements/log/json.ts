import { recordOf } from '../statement.ts'
import { flat, partsOf } from './fields.ts'
import type { Parts } from './line.ts'

/** A line that is one JSON object: zap, logrus, slog, zerolog, hclog, logstash. undefined for others. */
export function jsonLine(text: string): Parts | undefined {
  const record = recordIn(text)
  return record && partsOf(flat(record))
}

/** A JSON object that is the whole of a text. */
export function recordIn(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!text.startsWith('{') || !text.trimEnd().endsWith('}')) return undefined
  try {
    return recordOf(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** A text, and the JSON object at its end where there is one: `Reconciler error {"name": "a"}`. */
export function withTail(text: string): { readonly text: string; readonly fields: ReadonlyMap<string, string> } {
  const from = text.startsWith('{') ? 0 : text.indexOf('{"')
  const record = from < 0 ? undefined : recordIn(text.slice(from))
  return record === undefined ? { text, fields: new Map() } : { text: text.slice(0, from).trim(), fields: flat(record) }
}
