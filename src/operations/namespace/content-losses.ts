import { DEFAULT_PAGE_SIZE } from '../../cluster/scan/scan.ts'
import { heldOf } from '../../diagnosis/object-of.ts'
import type { Losses } from '../../plan/sections.ts'
import { readLosses, withoutCleanup } from '../write/read-losses.ts'
import type { Inspection } from './inspection.ts'
import { removableFrom } from './removable.ts'
import type { NamespaceRequest } from './request.ts'

/** What is destroyed with what is left in the namespace, which all goes with it. */
export function contentLosses({ stuck, live, discovery }: Inspection, request: NamespaceRequest): Promise<Losses> {
  const { transport, ports } = request
  const going = [
    ...stuck.flatMap(each => withoutCleanup(each.held, removableFrom(each, request))),
    ...live.map(({ type, meta }) => heldOf(type, meta)),
  ]
  return readLosses(going, { transport, discovery, pageSize: DEFAULT_PAGE_SIZE, signal: ports.signal }, ports)
}
