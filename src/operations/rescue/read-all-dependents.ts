import type { Dependent } from '../../api/fact.ts'
import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import type { Unreadable } from '../../api/terminating.ts'
import type { FactSource } from '../../cluster/facts/fact-source.ts'
import { sweepDependents } from '../../cluster/facts/read-dependents.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { builtinType } from '../../execute/rescue/rescue-tools.ts'
import { message, Trouble } from '../../messages/sentence.ts'

const DEFINITIONS = builtinType('apiextensions.k8s.io', 'customresourcedefinitions', 'CustomResourceDefinition', false)
const API_SERVICES = builtinType('apiregistration.k8s.io', 'apiservices', 'APIService', false)

/** Types that could not be read may hold dependents. */
export class Unread extends Trouble {}

/** All dependents of these uids. Rejects with Unread where a type could not be read, unless `mayMiss`. */
export async function readAllDependents(
  uids: readonly string[],
  source: FactSource,
  mayMiss: boolean,
): Promise<readonly Dependent[]> {
  const { dependents, unreadable } = await sweepDependents(source, uids)
  for (const gap of mayMiss ? [] : unreadable) {
    if (await isGoneType(gap, source)) continue
    throw new Unread(message('ResourceUnreadFor', { resource: gap.resource, reason: gap.reason, why: gap.message }))
  }
  return dependents
}

/** Its CRD was deleted since discovery, and all its objects with it. What cannot be found out proves nothing. */
async function isGoneType(
  { resource, reason }: Unreadable,
  { transport, discovery, signal }: FactSource,
): Promise<boolean> {
  const type = discovery.types.find(each => resourceName(each) === resource)
  if (reason !== 'NotFound' || type === undefined) return false
  const read = (of: ResourceType, name: string) => readWhole(transport, of, { name }, signal)
  try {
    const service = await read(API_SERVICES, `${type.version}.${type.group}`)
    const isAggregated = (service?.spec as { service?: unknown } | undefined)?.service
    return !isAggregated && (await read(DEFINITIONS, resource)) === undefined
  } catch {
    return false
  }
}
