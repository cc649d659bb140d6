import type { KubeObject } from '../../api/object.ts'
import { expired, Refusal } from '../answer/refusal.ts'
import type { ResourceRequest } from '../request/resource-request.ts'
import type { Server } from '../server.ts'
import { storeKey } from '../store/store.ts'
import { decodeContinue, encodeContinue } from './continue-token.ts'
import type { ListOptions } from './list-options.ts'

const INCONSISTENT =
  'The provided continue parameter is too old to display a consistent list result. ' +
  'You can start a new list without the continue parameter, or use the continue token in this response to ' +
  'retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - ' +
  'objects that were created, modified, or deleted between the time the first chunk was returned and now may ' +
  'show up in the list.'

export interface Page {
  readonly items: readonly KubeObject[]
  readonly revision: number
  /** Token of the next page, when there is one. */
  readonly next: string | undefined
  readonly remaining: number
}

/**
 * One page of a list: limit and continue bound to one revision; resourceVersion=0 and Exact
 * (kubernetes-deletion.md 7.3, 7.4).
 */
export function pageOf(
  server: Server,
  request: ResourceRequest,
  options: ListOptions,
  selected: ((object: KubeObject) => boolean) | undefined,
): Page {
  const { store } = server
  const { type, namespace } = request
  const token = options.continue === '' ? undefined : decodeContinue(options.continue)
  const exact = options.match === 'Exact' ? options.resourceVersion : undefined
  if ((options.resourceVersion ?? 0) > store.revision) throw tooLarge(options.resourceVersion!, store.revision)
  const wanted = token !== undefined && token.revision > 0 ? token.revision : exact
  const all = wanted === undefined ? store.list(type.storage) : store.listAt(type.storage, wanted)
  if (all === undefined) {
    if (token === undefined) throw expired('The resourceVersion for the provided list is too old.')
    throw expired(INCONSISTENT, encodeContinue({ revision: -1, start: token.start }))
  }
  const revision = wanted ?? store.revision
  const start = token === undefined ? undefined : absoluteKey(token.start, namespace)
  const range = rangeOf(all, namespace, start)
  // resourceVersion=0 is served from the watch cache, which ignores limit (kubernetes-deletion.md 7.4).
  const limit = options.resourceVersion === 0 && token === undefined ? 0 : options.limit
  if (selected === undefined) {
    const remaining = limit === 0 ? 0 : Math.max(0, range.end - range.begin - limit)
    const items = all.slice(range.begin, range.end - remaining)
    return {
      items,
      revision,
      next: remaining === 0 ? undefined : tokenAfter(items.at(-1)!, namespace, revision),
      remaining,
    }
  }
  const items: KubeObject[] = []
  for (let index = range.begin; index < range.end; index += 1) {
    if (!selected(all[index]!)) continue
    if (limit > 0 && items.length === limit) {
      return { items, revision, next: tokenAfter(items.at(-1)!, namespace, revision), remaining: 0 }
    }
    items.push(all[index]!)
  }
  return { items, revision, next: undefined, remaining: 0 }
}

/** A version of the future: the real server waits three seconds for it before it says so. */
function tooLarge(wanted: number, current: number): Refusal {
  return new Refusal(504, {
    message: `Timeout: Too large resource version: ${wanted}, current: ${current}`,
    reason: 'Timeout',
    details: {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    },
  })
}

/** The part of a list that lies in a namespace and not before a key; the list is in key order. */
function rangeOf(
  all: readonly KubeObject[],
  namespace: string | undefined,
  start: string | undefined,
): { readonly begin: number; readonly end: number } {
  const from = start ?? (namespace === undefined ? '' : `${namespace}/`)
  // "0" is the character after "/": the first key behind the namespace.
  return { begin: firstFrom(all, from), end: namespace === undefined ? all.length : firstFrom(all, `${namespace}0`) }
}

/** Index of the first object whose key is not before `key`. */
function firstFrom(all: readonly KubeObject[], key: string): number {
  let [low, high] = [0, all.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (keyOf(all[middle]!) < key) low = middle + 1
    else high = middle
  }
  return low
}

function keyOf(object: KubeObject): string {
  return storeKey(object.metadata.namespace, object.metadata.name)
}

/** Tokens hold the key after the last one, without the namespace that the path already names. */
function tokenAfter(last: KubeObject, namespace: string | undefined, revision: number): string {
  const key = keyOf(last)
  const relative = namespace === undefined ? `/${key}` : key.slice(namespace.length + 1)
  return encodeContinue({ revision, start: `${relative}\0` })
}

function absoluteKey(start: string, namespace: string | undefined): string {
  return namespace === undefined ? start.slice(1) : `${namespace}/${start}`
}
