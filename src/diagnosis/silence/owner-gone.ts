import { builtinFinalizer } from '../../api/builtin-finalizers.ts'
import { NAME, refOf } from '../../api/object-ref.ts'
import { parseApiVersion, resourceName } from '../../api/resource-type.ts'
import type { Owner } from '../../api/terminating.ts'
import { message } from '../../messages/sentence.ts'
import { recordOf } from '../../statements/statement.ts'
import type { Case } from '../dossier/dossier.ts'
import { type Clue, clueOf, toInspect } from '../explanation.ts'
import { ownerType, typeMeant } from '../ownership/owner-lookup.ts'
import { type Reference, typeNamed } from '../references/reference.ts'
import { emptyNames, existenceOf } from '../references/references.ts'
import { heldNow, isCustom, type RuleContext, type StuckObject, wholeOf } from '../stuck-object.ts'
import { logCommand } from '../workloads/log-places.ts'
import type { Workload } from '../workloads/workloads.ts'
import { type Naming, namedBy } from './ailing.ts'

/**
 * That the custom resource which controls the object is gone by its uid: a controller that comes to an object by
 * way of its owner may not come to it any more (arangodb/kube-arangodb#157, argoproj/argo-workflows#12952).
 */
export function ownerGone({ held, finalizer, context }: Case, workload: Workload): Clue | undefined {
  const isGone = ({ exists, ref }: Owner) => exists === false || (exists === null && isAbsent(ref, held, context))
  const gone = held.owners.find(
    each => each.controller && isCustom({ type: parseApiVersion(each.ref.apiVersion) }) && isGone(each),
  )
  if (gone === undefined) return undefined
  const owner = `${gone.ref.kind} ${gone.ref.name}`
  const { kind, uid } = gone.ref
  const fact = message('OwnerNotFound', { owner, uid })
  const advice = message('FindWhetherHandledWithoutOwner', { finalizer, owner: kind })
  const remedy = toInspect(advice, [logCommand(workload, context.facts)])
  return clueOf(`owner-gone/${uid}`, message('OwnerIsGone', { owner }), fact, 'metadata.ownerReferences', remedy)
}

/**
 * That the custom resource which controls the object is going, and no controller holds that any more: who comes to the
 * object by way of it has ended its work there (tigera/operator#3413).
 */
export function ownerLetGo({ held, finalizer, context }: Case, workload: Workload): Clue | undefined {
  const [{ held: { meta, ref } = {} } = {}] = ownersOf(held, context) as readonly Partial<Naming>[]
  if (meta === undefined || ref === undefined || meta.deletionTimestamp === undefined) return undefined
  if (!held.owners.some(({ controller, ref: { uid } }) => controller && uid === ref.uid)) return undefined
  if (!meta.finalizers?.every(each => builtinFinalizer(each, ref.resource) !== undefined)) return undefined
  const owner = `${ref.kind} ${ref.name}`
  const advice = message('FindWhetherHandledAfterOwner', { finalizer, owner })
  const remedy = toInspect(advice, [logCommand(workload, context.facts)])
  const fact = message('OwnerHasNoController', { owner })
  return clueOf(`owner-let-go/${ref.uid}`, message('OwnerIsLetGo', { owner }), fact, ref.resource, remedy)
}

/** One whose kind is written in lower case, which no lookup finds (flyteorg/flyte#318). */
function isAbsent({ apiVersion, kind, name, uid }: Owner['ref'], held: StuckObject, context: RuleContext): boolean {
  const type = typeMeant({ apiVersion, kind, name, uid }, context)
  if (type === undefined || type.kind === kind) return false
  const namespace = type.namespaced ? held.ref.namespace : undefined
  return context.facts.read({ about: 'existence', resource: resourceName(type), namespace, name }).state === 'absent'
}

const MAX_STEPS = 4

/**
 * That what an owner of the object, or what this one names, refers to is gone, where it is of the object's API group: a
 * machine of Cluster API whose infrastructure cluster went first (kubernetes-sigs/cluster-api-provider-aws#5107).
 */
export function sharedPartGone({ held, finalizer, context }: Case, workload: Workload): Clue | undefined {
  const owners = ownersOf(held, context)
  for (const by of [...owners, ...owners.flatMap(owner => namedBy(owner, context))]) {
    const gone = partsOf(by, held, context).find(part => existenceOf(part, context) === 'absent')
    if (gone === undefined) continue
    const told = { part: `${gone.type.kind} ${gone.name}`, by: `${by.held.ref.kind} ${by.held.ref.name}` }
    const key = `part-gone/${by.held.ref.uid}/${gone.path}`
    const fact = message('SharedPartNotFound', { ...told, path: gone.path })
    const advice = message('FindWhetherHandledWithoutOwner', { finalizer, owner: gone.type.kind })
    const remedy = toInspect(advice, [logCommand(workload, context.facts)])
    return clueOf(key, message('SharedPartIsGone', told), fact, resourceName(gone.type), remedy)
  }
  return undefined
}

/** That nothing has the name that a field or label called after a kind of its API group gives it. */
export function nameOfNothing({ held, finalizer, context }: Case, workload: Workload): Clue | undefined {
  const { key, kind: owner, evidence } = emptyNames(held, context).find(({ isOwn }) => isOwn) ?? {}
  if (evidence === undefined || owner === undefined) return undefined
  const advice = message('FindWhetherHandledWithoutOwner', { finalizer, owner })
  const remedy = toInspect(advice, [logCommand(workload, context.facts)])
  return { key: `of-nothing/${key}`, why: evidence.fact, evidence: [evidence], remedy }
}

/** The custom resources that own it, nearest first, as far as they are there and can be read. */
function ownersOf(held: StuckObject, context: RuleContext): readonly Naming[] {
  const owners: Naming[] = []
  let last = held
  for (let step = 0; step < MAX_STEPS; step++) {
    const references = last.meta.ownerReferences ?? []
    const owner = references.find(({ controller }) => controller) ?? references[0]
    const type = owner && ownerType(owner, context)
    if (owner === undefined || type === undefined || !isCustom({ type }) || !type.verbs.includes('list')) break
    const namespace = type.namespaced ? held.ref.namespace : undefined
    const object = wholeOf({ ref: refOf(type, { ...owner, ...(namespace && { namespace }) }) }, context)
    if (object === undefined) break
    last = heldNow(type, object.metadata, context)
    owners.push({ held: last, object, said: 'its owner' })
  }
  return owners
}

/** What a field of its spec names by kind and name, of the group of `held` and of another type. */
function partsOf({ held: by, object }: Naming, held: StuckObject, context: RuleContext): readonly Reference[] {
  return Object.entries(recordOf(object.spec) ?? {}).flatMap(([field, value]) => {
    const { kind, name, namespace = by.ref.namespace, ...rest } = recordOf(value) ?? {}
    if (typeof kind !== 'string' || typeof name !== 'string' || !NAME.test(name)) return []
    const type = typeNamed({ ...rest, kind }, by, context.facts)
    if (type === undefined || type.group !== held.type.group || resourceName(type) === held.ref.resource) return []
    const place = type.namespaced && typeof namespace === 'string' ? namespace : undefined
    return [{ path: `spec.${field}`, type, namespace: place, name, means: false, mayBeMade: false }]
  })
}
