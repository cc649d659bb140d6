import { resourceName } from '../../api/resource-type.ts'
import type { Transport } from '../transport/transport.ts'
import { type Scan, type ScanProgress, type ScanRequest, scan } from './scan.ts'

/**
 * As `scan`, but everything is kept of the types in `whole` (by `plural.group`), which are read first, and of the rest
 * also what those objects own: that takes no second pass over the cluster.
 */
export async function scanAround(
  transport: Transport,
  request: ScanRequest,
  whole: ReadonlySet<string> = new Set(),
): Promise<Scan> {
  const isFirst = (type: ScanRequest['types'][number]): boolean => whole.has(resourceName(type))
  const types = request.types.filter(isFirst)
  if (types.length === 0) return scan(transport, request)
  const { wanted, onType } = request
  const counted = countedFrom(request)
  const first = await scan(transport, {
    ...request,
    types,
    wanted: { everything: true, ownersSeen: wanted?.ownersSeen },
    onType: onType && counted(),
  })
  const owners = new Set([...(wanted?.owners ?? []), ...first.findings.map(({ meta }) => meta.uid)])
  const others = request.types.filter(type => !isFirst(type))
  const rest = await scan(transport, {
    ...request,
    types: others,
    wanted: { ...wanted, owners },
    onType: onType && counted(first),
  })
  return both(first, rest)
}

/** Progress of a part of the types, told as that of all of them. */
function countedFrom({ types, onType }: ScanRequest) {
  return (before?: Scan) => {
    const found = before?.findings.filter(({ meta }) => meta.deletionTimestamp !== undefined).length ?? 0
    return (progress: ScanProgress): void =>
      onType?.({
        ...progress,
        types: types.length,
        typesRead: progress.typesRead + (before?.typesRead ?? 0),
        objectsRead: progress.objectsRead + (before?.objectsRead ?? 0),
        terminating: progress.terminating + found,
      })
  }
}

function both(first: Scan, rest: Scan): Scan {
  const known = new Set(first.findings.map(({ meta }) => meta.uid))
  return {
    findings: [...first.findings, ...rest.findings.filter(({ meta }) => !known.has(meta.uid))],
    unreadable: [...first.unreadable, ...rest.unreadable],
    fellBack: [...first.fellBack, ...rest.fellBack],
    objectsRead: first.objectsRead + rest.objectsRead,
    typesRead: first.typesRead + rest.typesRead,
    resourceVersions: new Map([...first.resourceVersions, ...rest.resourceVersions]),
  }
}
