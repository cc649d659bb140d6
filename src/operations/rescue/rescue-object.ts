import type { Dependent } from '../../api/fact.ts'
import { codeOf, notFoundFailure } from '../../api/failure.ts'
import { NAMESPACE_TYPE } from '../../api/namespace-type.ts'
import { type ObjectRef, refOf } from '../../api/object-ref.ts'
import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import type { Unreadable } from '../../api/terminating.ts'
import type { Discovery } from '../../cluster/discovery/discovered.ts'
import type { FactSource } from '../../cluster/facts/fact-source.ts'
import { sweepDependents } from '../../cluster/facts/read-dependents.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { DEFAULT_PAGE_SIZE } from '../../cluster/scan/scan.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import { unsavable } from '../../diagnosis/unsavable.ts'
import { probeRescue } from '../../execute/rescue/probe-rescue.ts'
import { builtinType } from '../../execute/rescue/rescue-tools.ts'
import { Misuse, message, Trouble, WordedFailure } from '../../messages/sentence.ts'
import type { Refusal } from '../../plan/guard.ts'
import type { Step } from '../../plan/outcome.ts'
import { refusedBy } from '../../plan/refused-steps.ts'
import { passes } from '../../plan/removal.ts'
import { continued, dependentsOf, type Rescue, type Saved, type Unit } from '../../plan/rescue/rescue.ts'
import type { QueryName } from '../inspect/asked.ts'
import type { ClusterScope } from '../inspect/named-objects.ts'
import { typesNamed } from '../inspect/types-named.ts'
import type { Ports } from '../ports.ts'
import type { Finished } from '../write/perform.ts'
import { permissionOf, type WriteRun } from '../write/write-run.ts'
import { findContent } from './find-content.ts'
import { findControllers } from './find-controllers.ts'
import { namedMissing } from './named-missing.ts'
import { causesOf, NOT_DELETED, offerRescue, refusalsOf, terminatingNamespace } from './offer-rescue.ts'
import { findOwnWebhooks } from './own-webhooks.ts'
import { pendingRescue } from './pending-rescue.ts'

export interface RescueRun extends WriteRun, ClusterScope {
  readonly discovery: Discovery
}

/** Saves one object, or goes on with what an earlier run began. Rejects with ApiFailure where it cannot be read. */
export async function rescueObject(asked: QueryName, run: RescueRun): Promise<Finished> {
  const { options, transport, discovery, namespace: place, ports } = run
  const { signal, clock } = ports
  const type = oneType(asked, discovery)
  const named = { name: asked.name, namespace: type.namespaced ? place : undefined }
  const cluster = await clusterOf(transport, ports)
  const pending = await pendingRescue(options.backupDirectory, cluster, { ...named, resource: resourceName(type) })
  const object = await readWhole(transport, type, named, signal)
  const begun = pending?.rescue.units.some(unit => unit.object.metadata.uid === object?.metadata.uid)
  const isOther = object?.metadata.deletionTimestamp !== undefined && !begun
  const before = isOther ? undefined : pending
  if (object === undefined && before === undefined)
    throw new WordedFailure(
      notFoundFailure(resourceName(type), named.name).fault,
      message('NothingBegun', { type: resourceName(type), name: named.name }),
    )
  const ref: ObjectRef = object === undefined ? before!.rescue.target : refOf(type, object.metadata)
  const refused = (refusals: readonly Refusal[]): Finished => answer(ref, refusedBy(refusals))
  if (object !== undefined && before === undefined) {
    const why = unsavable(resourceName(type), object)
    if (why !== undefined) return answer(ref, { result: 'refused', message: why })
    if (object.metadata.deletionTimestamp === undefined) return refused([NOT_DELETED])
  }
  const catalogue = await ports.catalogue()
  const source = { transport, discovery, pageSize: DEFAULT_PAGE_SIZE, signal }
  const mayMiss = options.overrides.has('IncompleteRead')
  const findDependents = (uids: readonly string[]) => readAllDependents(uids, source, mayMiss)
  const search = { ...source, catalogue, clock, reach: ports.aim, findDependents }
  const returning = new Set(
    before?.rescue.units.flatMap(unit => (unit.object.kind === 'PersistentVolume' ? [unit.object.metadata.name] : [])),
  )
  const isDeleted = object?.metadata.deletionTimestamp !== undefined
  try {
    const found = isDeleted ? await findContent({ type, object }, search, returning) : undefined
    if (found?.refused !== undefined) return answer(ref, { result: 'refused', message: found.refused })
    const missingFor = (units: readonly Unit[]) => namedMissing([...units, ...dependentsOf(units)], search)
    const controllers = found && (await findControllers(found.rescue.units, search))
    const now: Rescue | undefined = found && {
      ...found.rescue,
      missing: [...(found.rescue.missing ?? []), ...(before === undefined ? await missingFor(found.rescue.units) : [])],
      cluster,
      controllers: controllers!.controllers,
      running: [...controllers!.running.keys()],
    }
    const rescue = before === undefined ? now! : continued(before.rescue, now)
    const causes = isDeleted ? await causesOf(asked, run, ports) : []
    const terminating = await terminatingNamespace(rescue, transport)
    if (terminating !== undefined) return refused([terminating])
    const rejected = await probeRescue(rescue, transport)
    if (rejected.length > 0) {
      const steps = rejected.map(({ ref, refusal }): Step => ({ ref, action: 'Create', ...refusedBy([refusal]) }))
      return { steps }
    }
    const webhooks = found && (await findOwnWebhooks(rescue, search))
    const all = [
      ...(controllers?.refusals ?? []),
      ...(webhooks?.refusals ?? []),
      ...refusalsOf(causes, rescue.controllers, controllers),
    ]
    const permission = permissionOf(run)
    const refusals = all.filter(refusal => !passes(refusal, permission))
    const known = new Set([
      ...rescue.controllers.map(({ object }) => object.metadata.uid),
      ...(rescue.running ?? []),
      ...(options.overrides.has('ControllerAlive') ? (now?.running ?? []) : []),
    ])
    const findNewController = async (units: readonly Saved[]) => {
      const { running } = await findControllers(units, search)
      return [...running].find(([uid]) => !known.has(uid))?.[1]
    }
    const shown = {
      rescue,
      causes,
      rejected: webhooks?.rejected ?? [],
      continues: before?.run,
      refusals,
      looks: { findDependents, findNewController },
    }
    return await offerRescue(shown, run)
  } catch (error) {
    if (!(error instanceof Unread)) throw error
    return refused([{ guard: 'IncompleteRead', why: error.sentence, instead: message('UnreadMayDepend') }])
  }
}

function answer(ref: ObjectRef, rest: Pick<Step, 'result' | 'message' | 'guard'>): Finished {
  return { steps: [{ ref, action: 'Create', ...rest }] }
}

function oneType({ type }: QueryName, discovery: Discovery): ResourceType {
  const [found, ...more] = typesNamed([type], discovery)!
  if (found === undefined || more.length > 0) throw new Misuse(message('SeveralTypes', { type }))
  return found
}

/** Who may not read that Namespace has the name by which it was reached. */
async function clusterOf(transport: Transport, { place, signal }: Ports): Promise<string> {
  try {
    const found = await readWhole(transport, NAMESPACE_TYPE, { name: 'kube-system' }, signal)
    return found?.metadata.uid ?? place() ?? ''
  } catch (error) {
    if (codeOf(error) !== 403) throw error
    return place() ?? ''
  }
}

const DEFINITIONS = builtinType('apiextensions.k8s.io', 'customresourcedefinitions', 'CustomResourceDefinition', false)
const API_SERVICES = builtinType('apiregistration.k8s.io', 'apiservices', 'APIService', false)

/** Types that could not be read may hold dependents. */
class Unread extends Trouble {}

/** All dependents of these uids. Rejects with Unread where a type could not be read, unless `mayMiss`. */
async function readAllDependents(
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
