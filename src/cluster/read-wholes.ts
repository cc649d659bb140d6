import { parseExactJson } from '../api/exact-json.ts'
import { ApiFailure } from '../api/failure.ts'
import type { KubeObject } from '../api/object.ts'
import type { ObjectRef } from '../api/object-ref.ts'
import { listPath } from '../api/path.ts'
import { apiVersionOf, type ResourceType } from '../api/resource-type.ts'
import { listPages } from './list-pages.ts'
import { mapConcurrently } from './map-concurrently.ts'
import type { Transport } from './transport/transport.ts'

/** Of so many objects of one type in one namespace on, one list takes the place of a request for each. */
const MIN_OF_LIST = 20
/** Objects a page: as many as lists of whole objects have elsewhere. */
const PAGE_SIZE = 500
/** Objects after which a list is left of which most is something else. */
const TRIED_ITEMS = 1000
const CONCURRENT_LISTS = 4

interface Sought {
  readonly ref: ObjectRef
  readonly type: ResourceType
}

/**
 * The objects that one list has of these, page by page, as `readWhole` reads them: all fields, whole numbers exact. One
 * that is missing was not read, which proves nothing. Secrets are not listed: that would read the contents of others.
 * A list that fails, is forbidden, or has mostly other objects ends early. Never rejects with ApiFailure.
 */
export async function* wholePages<Each extends Sought>(
  transport: Transport,
  sought: readonly Each[],
  signal?: AbortSignal,
): AsyncGenerator<readonly (readonly [Each, KubeObject])[]> {
  for (const same of largePlaces(sought)) {
    try {
      yield* pagesOf(transport, same, signal)
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
    }
  }
}

/** What `wholePages` answers, all of it by uid. */
export async function readWholes(
  transport: Transport,
  sought: readonly Sought[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, KubeObject>> {
  const found = new Map<string, KubeObject>()
  await mapConcurrently(CONCURRENT_LISTS, largePlaces(sought), async same => {
    for await (const page of wholePages(transport, same, signal))
      for (const [{ ref }, object] of page) found.set(ref.uid, object)
  })
  return found
}

function largePlaces<Each extends Sought>(sought: readonly Each[]): readonly (readonly Each[])[] {
  const places = Map.groupBy(sought, ({ ref }) => `${ref.resource} ${ref.namespace ?? ''}`)
  return [...places.values()].filter(same => same.length >= MIN_OF_LIST && same[0]!.ref.resource !== 'secrets')
}

async function* pagesOf<Each extends Sought>(
  transport: Transport,
  sought: readonly Each[],
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly (readonly [Each, KubeObject])[]> {
  const { type, ref } = sought[0]!
  const byUid = new Map(sought.map(each => [each.ref.uid, each]))
  // Items of built-in types do not say what they are: they begin as the server begins an object that is read by itself.
  const typed = { kind: type.kind, apiVersion: apiVersionOf(type) }
  const path = listPath(type, ref.namespace)
  let read = 0
  let kept = 0
  for await (const page of listPages(transport, { path, pageSize: PAGE_SIZE, parse: parseExactJson, signal })) {
    const some = page.flatMap(item => {
      const each = byUid.get(item.metadata.uid)
      return each === undefined ? [] : [[each, item.kind === undefined ? { ...typed, ...item } : item] as const]
    })
    read += page.length
    kept += some.length
    yield some
    if (kept === byUid.size || (read >= TRIED_ITEMS && kept * 2 < read)) return
  }
}
