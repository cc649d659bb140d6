import type { KubeObject } from '../../api/object.ts'
import type { Warned } from '../answer/answer.ts'
import { expired, Refusal } from '../answer/refusal.ts'
import { parseFieldSelector } from '../request/field-selector.ts'
import { parseLabelSelector } from '../request/label-selector.ts'
import type { ResourceRequest } from '../request/resource-request.ts'
import type { Server } from '../server.ts'
import { storeKey } from '../store/store.ts'
import { toVersion } from '../types/conversion.ts'
import type { ServedType } from '../types/served-type.ts'
import { decodeContinue, encodeContinue } from './continue-token.ts'
import { type ListOptions, listOptions } from './list-options.ts'

const INCONSISTENT =
  'The provided continue parameter is too old to display a consistent list result. ' +
  'You can start a new list without the continue parameter, or use the continue token in this response to ' +
  'retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - ' +
  'objects that were created, modified, or deleted between the time the first chunk was returned and now may ' +
  'show up in the list.'

/** LIST of a type: selectors, limit and continue bound to one revision, resourceVersion rules (reference 7.3, 7.4). */
export function list(server: Server, request: ResourceRequest): Warned {
  const { type, namespace, query } = request
  const selected = selection(query, type)
  const options = listOptions(query)
  const page = pageOf(server, request, options, selected)
  // One object that cannot be converted spoils the whole list (reference 4.3).
  const items = page.items.map(object => toVersion(server, object, type, 'list'))
  const next = page.next === undefined ? undefined : relativeKey(page.next, namespace)
  return {
    kind: 'list',
    type,
    metadata: {
      resourceVersion: String(page.revision),
      ...(next !== undefined && { continue: encodeContinue({ revision: page.revision, start: next }) }),
      // With a selector the server does not know how many of the rest would match.
      ...(next !== undefined && !selected && { remainingItemCount: page.remaining }),
    },
    items,
    ...(type.group === '' &&
      type.plural === 'endpoints' && {
        warnings: ['v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice'],
      }),
  }
}

/** The label and field selector of a query as one predicate; undefined when nothing is selected away. */
export function selection(
  query: Readonly<Record<string, string>>,
  type: ServedType,
): ((object: KubeObject) => boolean) | undefined {
  const labels = parseLabelSelector(query.labelSelector)
  const fields = parseFieldSelector(query.fieldSelector, type)
  if (labels === undefined && fields === undefined) return undefined
  return object => (labels?.(object.metadata.labels ?? {}) ?? true) && (fields?.(object) ?? true)
}

interface Page {
  readonly items: readonly KubeObject[]
  readonly revision: number
  /** Last key of this page, when there is a next one. */
  readonly next: string | undefined
  readonly remaining: number
}

function pageOf(
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
  const start = token === undefined ? '' : absoluteKey(token.start, namespace)
  const matching = all.filter(
    object =>
      (namespace === undefined || object.metadata.namespace === namespace) &&
      (start === '' || keyOf(object) >= start) &&
      (selected === undefined || selected(object)),
  )
  // resourceVersion=0 is served from the watch cache, which ignores limit (reference 7.4).
  const limit = options.resourceVersion === 0 && token === undefined ? 0 : options.limit
  if (limit === 0 || matching.length <= limit) return { items: matching, revision, next: undefined, remaining: 0 }
  const items = matching.slice(0, limit)
  return { items, revision, next: keyOf(items.at(-1)!), remaining: matching.length - limit }
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

function keyOf(object: KubeObject): string {
  return storeKey(object.metadata.namespace, object.metadata.name)
}

/** Tokens hold the key after the last one, without the namespace that the path already names. */
function relativeKey(key: string, namespace: string | undefined): string {
  return `${namespace === undefined ? `/${key}` : key.slice(namespace.length + 1)}\0`
}

function absoluteKey(start: string, namespace: string | undefined): string {
  return namespace === undefined ? start.slice(1) : `${namespace}/${start}`
}
