import { ApiFailure, reasonOf } from '../../api/failure.ts'
import type { ObjectMeta } from '../../api/object.ts'
import { endlessList, smallerInstead } from '../list-pages.ts'
import type { Transport } from '../transport/transport.ts'
import { type Page, type PageRequest, readPage } from './read-page.ts'

/** How often a page that broke off is asked for again, and a list whose token expired is begun again. */
const TRIES = 3

export interface TypeScan {
  /** Terminating or wanted otherwise. */
  readonly kept: readonly ObjectMeta[]
  /** Where a watch can go on from. */
  readonly resourceVersion: string
  readonly itemsRead: number
}

/**
 * Reads all pages of one type, and keeps in `read`, by uid, what it has of the list so far, in case of a failure. A
 * page that broke off is read again; after 410 (etcd compacted the revision of the page token) the list is begun again,
 * so that the result is never a mixture, nor a short list taken for whole. Rejects with ApiFailure when that fails too,
 * or when the server repeats a page token.
 */
export async function scanType(
  transport: Transport,
  request: Omit<PageRequest, 'continue'>,
  read: Map<string, ObjectMeta> = new Map(),
): Promise<TypeScan> {
  for (let attempt = 1; ; attempt++) {
    read.clear()
    try {
      return await readAllPages(transport, request, read)
    } catch (error) {
      const expired = reasonOf(error) === 'Expired' || reasonOf(error) === 'Gone'
      if (!expired || attempt === TRIES) throw error
    }
  }
}

async function readAllPages(
  transport: Transport,
  request: Omit<PageRequest, 'continue'>,
  read: Map<string, ObjectMeta>,
): Promise<TypeScan> {
  const tokens = new Set<string>()
  let { limit } = request
  let itemsRead = 0
  for (let token: string | undefined; ; ) {
    const next = { ...request, limit, continue: token }
    const page = await readPagePersistently(transport, next).catch(smallerInstead(limit))
    if ('smaller' in page) {
      limit = page.smaller
      continue
    }
    itemsRead += page.itemsRead
    for (const meta of page.kept) read.set(meta.uid, meta)
    if (page.continue === '') {
      return { kept: [...read.values()], resourceVersion: page.resourceVersion, itemsRead }
    }
    if (tokens.has(page.continue)) throw endlessList(request.type.plural)
    token = page.continue
    tokens.add(token)
  }
}

async function readPagePersistently(transport: Transport, request: PageRequest): Promise<Page> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await readPage(transport, request)
    } catch (error) {
      const broken = error instanceof ApiFailure && (error.fault.kind === 'cut' || error.fault.kind === 'garbled')
      if (!broken || attempt === TRIES) throw error
    }
  }
}
