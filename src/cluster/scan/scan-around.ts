import { resourceName } from '../../api/resource-type.ts'
import type { Transport } from '../transport/transport.ts'
import { type Scan, type ScanRequest, scan } from './scan.ts'
import { isKept } from './scan-filter.ts'

/**
 * As `scan`, but everything is kept of the types in `whole` (by `plural.group`), and of the rest also what names one of
 * their objects as its owner, by its kind: that takes no second pass over the cluster. `ownersSeen` has the others.
 */
export async function scanAround(
  transport: Transport,
  request: ScanRequest,
  whole: ReadonlySet<string> = new Set(),
): Promise<Scan> {
  const [first, others] = partition(request.types, type => whole.has(resourceName(type)))
  const firsts = new Set(first)
  if (first.length === 0) return scan(transport, request)
  const { wanted = {} } = request
  const { ownersSeen } = wanted
  const all = await scan(transport, {
    ...request,
    // What is longest begins first.
    types: [...first, ...others],
    wanted: { ...wanted, ownerKinds: new Set(first.map(({ kind }) => kind)) },
    whole,
  })
  const [ofWhole, rest] = partition(all.findings, ({ type }) => firsts.has(type) || whole.has(resourceName(type)))
  const owners = new Set([...(wanted.owners ?? []), ...ofWhole.map(({ meta }) => meta.uid)])
  // Kept for an owner of that kind, which is of another group.
  for (const { meta } of ownersSeen === undefined ? [] : all.findings)
    for (const { uid } of meta.ownerReferences ?? []) if (!owners.has(uid)) ownersSeen?.add(uid)
  const kept = { ...wanted, owners, ownersSeen: undefined }
  return { ...all, findings: [...ofWhole, ...rest.filter(({ meta }) => isKept(meta, kept))] }
}

function partition<T>(all: readonly T[], isFirst: (each: T) => boolean): readonly [readonly T[], readonly T[]] {
  const { yes = [], no = [] } = Object.groupBy(all, each => (isFirst(each) ? 'yes' : 'no'))
  return [yes, no]
}
