import { resourceName } from '../../api/resource-type.ts'
import type { Scan } from '../../cluster/scan/scan.ts'
import type { TerminatingObjects } from './keep-terminating.ts'

/**
 * What terminates, as a scan would find it now; undefined where watches do not know all of it. What is left out on purpose is told to be
 * unread: nothing may be concluded from it.
 */
export function scanOfKept(
  { findings, blind, watches }: TerminatingObjects,
  skipped: ReadonlySet<string>,
): Scan | undefined {
  if (blind.size > 0) return undefined
  const message = 'it is left out on purpose (--skip-types)'
  return {
    findings: [...findings.values()].toSorted((a, b) => (resourceName(a.type) < resourceName(b.type) ? -1 : 1)),
    unreadable: [...skipped].map(resource => ({ resource, reason: 'Skipped', message })),
    fellBack: [],
    objectsRead: findings.size,
    typesRead: watches.size,
    resourceVersions: new Map(),
  }
}
