import { resourceName } from '../../api/resource-type.ts'
import type { Finding, Scan } from '../../cluster/scan/scan.ts'
import { message } from '../../messages/sentence.ts'
import type { TerminatingObjects } from './kept-objects.ts'

/**
 * What terminates, as a scan would find it now; undefined where watches do not know all of it. Skipped types count as
 * unread: nothing may be concluded from them.
 */
export function scanOfKept(
  { findings, blind, watches }: TerminatingObjects,
  skipped: ReadonlySet<string>,
): Scan | undefined {
  if (blind.size > 0) return undefined
  return {
    findings: [...findings.values()].toSorted(byType),
    unreadable: [...skipped].map(resource => ({ resource, reason: 'Skipped', message: message('TypeSkipped') })),
    fellBack: [],
    objectsRead: findings.size,
    typesRead: watches.size,
    resourceVersions: new Map(),
  }
}

function byType(a: Finding, b: Finding): number {
  return resourceName(a.type).localeCompare(resourceName(b.type))
}
