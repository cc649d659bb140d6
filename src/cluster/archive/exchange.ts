import type { Fault } from '../../api/failure.ts'

/**
 * How much of an object was asked for. `scan`: metadata, of which only what is terminating or hangs on that is read;
 * `discovery`: the aggregated documents of `/api` and `/apis`.
 */
export type Form = 'whole' | 'metadata' | 'scan' | 'discovery'

/** A request as a recording has it: without page, deadline and credentials. */
export interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly query?: Readonly<Record<string, string>> | undefined
  readonly form: Form
  readonly body?: string | undefined
}

/** What came of a request: an answer, or why there was none. */
export type RecordedAnswer =
  | {
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      /** JSON; a text where the answer was none. */
      readonly body: unknown
      /** Of a list: how many objects the server answered; more than are in `body` where only some were kept. */
      readonly read?: number
      /** The same, by namespace, of a list of the whole cluster of which only some objects were kept. */
      readonly readIn?: Readonly<Record<string, number>>
      /** A list of which only the beginning was read. */
      readonly partial?: true
    }
  | { readonly fault: Fault }

export interface Exchange {
  readonly request: RecordedRequest
  readonly answer: RecordedAnswer
}

/** One text for requests that have the same answer. */
export function exchangeKey({ method, path, query, form, body }: RecordedRequest): string {
  const sorted = Object.entries(query ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([method, path, sorted, form, body])
}
