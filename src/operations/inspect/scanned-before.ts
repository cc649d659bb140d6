import { resourceName } from '../../api/resource-type.ts'
import { type Finding, type Scan, scan } from '../../cluster/scan/scan.ts'
import { type SurveyRequest, typesToRead } from '../../cluster/survey.ts'
import type { Transport } from '../../cluster/transport/transport.ts'

/** Of more terminating namespaces than this, one look at everything is cheaper than one at each. */
const MOST_NAMESPACES = 3

/**
 * The scan that the request brings along, with the content of these namespaces, the only part that is read again;
 * undefined where everything has to be read.
 */
export async function scannedBefore(
  transport: Transport,
  request: SurveyRequest,
  contentOf: ReadonlySet<string>,
): Promise<Scan | undefined> {
  const { scanned: known, pageSize, signal } = request
  if (known === undefined || request.namespace !== undefined || contentOf.size > MOST_NAMESPACES) return undefined
  const unread = new Set(known.unreadable.map(({ resource }) => resource))
  const types = typesToRead(request).filter(type => type.namespaced && !unread.has(resourceName(type)))
  const scans: Scan[] = []
  for (const namespace of contentOf)
    scans.push(await scan(transport, { types, namespace, pageSize, signal, wanted: { namespaces: contentOf } }))
  const all: readonly Finding[] = [...scans.flatMap(({ findings }) => findings), ...known.findings]
  return {
    ...known,
    findings: [...new Map(all.toReversed().map(finding => [finding.meta.uid, finding])).values()].toReversed(),
    unreadable: [...known.unreadable, ...scans.flatMap(({ unreadable }) => unreadable)],
    objectsRead: known.objectsRead + scans.reduce((sum, { objectsRead }) => sum + objectsRead, 0),
  }
}
