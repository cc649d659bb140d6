import { ApiFailure, garbled } from '../api/failure.ts'
import { append } from '../api/long-lists.ts'
import type { KubeObject } from '../api/object.ts'
import { checkedList, checkedObject } from '../api/shape.ts'
import { shaped } from './read-object.ts'
import { type ReadOptions, readJson } from './transport/read.ts'
import type { ApiRequest, Transport } from './transport/transport.ts'

export interface ListRequest extends Pick<ApiRequest, 'path' | 'query' | 'headers' | 'signal'> {
  /** Objects a page. */
  readonly pageSize: number
  /** Reads the text of a page; JSON.parse by default. */
  readonly parse?: ReadOptions['parse']
}

/**
 * Of a page: 500 whole Pods are some 10 MiB, 500 CustomResourceDefinitions 50. A page that is longer is asked for again
 * with fewer objects, so that only a server that does not heed `limit` is too much.
 */
export const MAX_PAGE_BYTES = 64 << 20

/**
 * The items of a list, a page at a time, each with name and uid; items of a list do not say what they are.
 * Rejects as `readJson` does, and with `garbled` for an answer that is no list, or if the server repeats a page token:
 * what ends early is no whole list.
 */
export async function* listPages(
  transport: Transport,
  { path, pageSize, query = {}, headers, signal, parse = JSON.parse }: ListRequest,
): AsyncGenerator<readonly KubeObject[]> {
  const tokens = new Set<string>()
  let limit = pageSize
  for (let token = ''; ; ) {
    const request = {
      method: 'GET',
      path,
      query: { ...query, limit: String(limit), ...(token !== '' && { continue: token }) },
      headers,
      signal,
    } as const
    const answer = await readJson(transport, request, { parse, maxBytes: MAX_PAGE_BYTES }).catch(smallerInstead(limit))
    if ('smaller' in answer) {
      limit = answer.smaller
      continue
    }
    const page = shaped(request, () => checkedList(answer.body))
    yield page.items.map(item => shaped(request, () => checkedObject(item)))
    token = page.continue
    if (token === '') return
    if (tokens.has(token)) throw endlessList(path.split('/').at(-1)!)
    tokens.add(token)
  }
}

/** Of the failure of a page: how many objects to ask for in its place. Rethrows what fewer objects would not help. */
export function smallerInstead(limit: number): (error: unknown) => { readonly smaller: number } {
  return error => {
    const tooLong = error instanceof ApiFailure && error.fault.kind === 'oversized'
    if (!tooLong || limit <= 1) throw error
    return { smaller: Math.ceil(limit / 10) }
  }
}

/** All items of a list. Rejects as `listPages` does. */
export async function listAll(transport: Transport, request: ListRequest): Promise<readonly KubeObject[]> {
  const items: KubeObject[] = []
  for await (const page of listPages(transport, request)) append(items, page)
  return items
}

/** A server that sends the same page token again and again. */
export function endlessList(plural: string): ApiFailure {
  return garbled(`the list of ${plural} has no end: the server sends the same page token again and again`)
}
