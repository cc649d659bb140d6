import { ApiFailure } from '../api/failure.ts'
import type { KubeObject } from '../api/object.ts'
import { readJson } from './transport/read.ts'
import type { Transport } from './transport/transport.ts'

export interface ListRequest {
  readonly path: string
  /** Objects a page. */
  readonly pageSize: number
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/**
 * The items of a list, a page at a time, to its end; items of a list do not say what they are. Rejects as `readJson` does,
 * and with `garbled` when the server repeats a page token: what ends early is no whole list.
 */
export async function* listPages(
  transport: Transport,
  { path, pageSize, query = {}, headers, signal }: ListRequest,
): AsyncGenerator<readonly KubeObject[]> {
  const tokens = new Set<string>()
  for (let token = ''; ; tokens.add(token)) {
    const { body } = await readJson(transport, {
      method: 'GET',
      path,
      query: { ...query, limit: String(pageSize), ...(token !== '' && { continue: token }) },
      ...(headers && { headers }),
      ...(signal && { signal }),
    })
    const page = body as { metadata?: { continue?: string }; items?: readonly KubeObject[] | null }
    yield page.items ?? []
    token = page.metadata?.continue ?? ''
    if (token === '') return
    if (tokens.has(token)) throw endlessList(path.split('/').at(-1)!)
  }
}

/** All items of a list. Rejects as `listPages` does. */
export async function listAll(transport: Transport, request: ListRequest): Promise<readonly KubeObject[]> {
  const items: KubeObject[] = []
  for await (const page of listPages(transport, request)) items.push(...page)
  return items
}

/** A server that sends the same page token again and again. */
export function endlessList(plural: string): ApiFailure {
  const message = `the list of ${plural} has no end: the server sends the same page token again and again`
  return new ApiFailure({ kind: 'garbled', message })
}
