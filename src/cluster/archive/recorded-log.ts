import { parsedJson } from '../../api/parsed-json.ts'
import { redactedLines, redactedText } from '../../statements/credentials.ts'
import { collect } from '../transport/collect.ts'
import type { ApiRequest, ApiResponse } from '../transport/transport.ts'
import type { RecordedAnswer } from './exchange.ts'
import { resourcePath } from './resource-path.ts'

/** Whether a request is for the log of a Pod. */
export function isOfLog({ method, path }: { readonly method: string; readonly path: string }): boolean {
  const of = resourcePath(path)
  return method === 'GET' && of?.group === '' && of.plural === 'pods' && of.subresource === 'log'
}

/** Of the query of such a request: which lines of the log are asked for, which differs from run to run. */
export const OF_LINES: ReadonlySet<string> = new Set(['tailLines', 'sinceTime', 'limitBytes', 'timestamps'])

/** As much of the answer as was asked for, and no more. */
export function logBytes({ query }: ApiRequest, { body }: ApiResponse): Promise<Uint8Array> {
  return collect(body, Number(query?.limitBytes ?? 0))
}

/** A log, or why there is none, without what looks like a secret. */
export function recordedLog({ status, headers }: Omit<ApiResponse, 'body'>, bytes: Uint8Array): RecordedAnswer {
  const text = new TextDecoder().decode(bytes)
  if (status < 300) return { status, headers, body: redactedLines(text.split('\n')).join('\n') }
  const told = redactedText(text)
  // A Status as JSON, where it still is.
  const value = parsedJson(told)
  return { status, headers, body: value === undefined ? told : value }
}
