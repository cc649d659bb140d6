import type { Dependent } from '../../api/fact.ts'
import { ApiFailure, type Fault } from '../../api/failure.ts'
import { resourceName } from '../../api/resource-type.ts'
import { isLeftOutOfSurvey } from '../../api/skipped-groups.ts'
import { failureStatus } from '../../api/status.ts'
import type { Unreadable } from '../../api/terminating.ts'
import { preferredTypes } from '../discovery/discovery.ts'
import { scan } from '../scan/scan.ts'
import type { FactSource } from './fact-source.ts'

/**
 * Every object that names one of the uids as owner, by one pass over the metadata of all types. Rejects with ApiFailure
 * when a type could not be read, as a list with gaps proves no absence; then `seen` has those that were found.
 */
export async function readDependents(
  source: FactSource,
  uids: readonly string[],
  seen: Dependent[] = [],
): Promise<readonly Dependent[]> {
  const { dependents, unreadable } = await sweepDependents(source, uids)
  for (const each of dependents) seen.push(each)
  const [gap] = unreadable
  if (gap !== undefined) throw new ApiFailure(gapFault(gap))
  return dependents
}

export interface Sweep {
  readonly dependents: readonly Dependent[]
  /** Types that could not be read, among which there may be more. */
  readonly unreadable: readonly Unreadable[]
}

/**
 * As `readDependents`, with what could not be read beside what was found; with `namespace`, where all of these owners
 * are, only there: an owner in a namespace has dependents nowhere else.
 */
export async function sweepDependents(source: FactSource, uids: readonly string[], namespace?: string): Promise<Sweep> {
  const { discovery, transport, signal, pageSize } = source
  const owners = new Set(uids)
  const types = preferredTypes(discovery.types).filter(
    type => !isLeftOutOfSurvey(resourceName(type)) && (type.namespaced || namespace === undefined),
  )
  const { findings, unreadable } = await scan(transport, { types, pageSize, wanted: { owners }, signal, namespace })
  const dependents = findings.filter(({ meta }) => meta.ownerReferences?.some(({ uid }) => owners.has(uid)))
  return { dependents, unreadable }
}

/** The gap's own reason goes on: a missing permission is not a broken answer. */
function gapFault({ resource, reason, message: why }: Unreadable): Fault {
  const message = `dependents may be among ${resource}: ${why}`
  const code = reason === 'Forbidden' ? 403 : 500
  return { kind: 'status', code, status: failureStatus(code, reason, message) }
}
