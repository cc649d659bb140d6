import { FOREGROUND } from '../../api/builtin-finalizers.ts'
import { itemsOf } from '../../api/fact.ts'
import { createdAt, type KubeObject } from '../../api/object.ts'
import { resourceName } from '../../api/resource-type.ts'
import { message } from '../../messages/sentence.ts'
import { recordOf } from '../../statements/statement.ts'
import { eachTogether } from '../answered.ts'
import { type InUseProtection, protectionOf, SAYS_IN_USE } from '../catalogue/in-use.ts'
import { domainOf, isOfDomain } from '../controller/identity.ts'
import { askedAt } from '../controller/since-deletion.ts'
import type { Case } from '../dossier/dossier.ts'
import { type Clue, clueOf, type Remedy, toInspect } from '../explanation.ts'
import { once } from '../facts.ts'
import { deleteCommand } from '../ownership/release.ts'
import { usersByName, usersOf } from '../protections/users.ts'
import { commandLine, describeCommand, namespaceFlag, yamlCommand } from '../shell-quote.ts'
import { isCustom, type RuleContext, readHeld, type StuckObject, wholeOf } from '../stuck-object.ts'
import { podsOf } from '../workloads/health.ts'
import { lastErrorIn, logCommand } from '../workloads/log-places.ts'
import { workloadsOf } from '../workloads/workloads.ts'

/** Where a group has more, as those of cloud providers, each object would ask for as many lists. */
export const MAX_TYPES = 30
const MAX_OWNED = 3
const IN_USE = /in-?use/i

/**
 * That nothing uses the object any more, where its finalizer is known to stay for users alone: it was left on
 * (kubernetes-csi/external-provisioner#1507: the provisioner takes it off once, after a restore that succeeded).
 */
export function unused({ held, finalizer, known, context }: Case): Clue | undefined {
  const row = protectionOf(finalizer, held.ref.resource, context.catalogue.rows.inUse)
  const object = `${held.ref.kind} ${held.ref.name}`
  if (row === undefined) {
    const types = unnamedBy(held, finalizer, context)
    if (types.length === 0) return undefined
    const fact = message('NoneNames', { resources: types, object, finalizer })
    // Types of Kubernetes may name it as well: it costs what any removal may.
    const look = seeThatNoneUses(object, types, ['-A'])
    return clueOf(`unused/${finalizer}`, fact, fact, 'metadata.finalizers', look)
  }
  // What cleans up beside that may fail at it: it does not stay for users alone.
  if (known.entry?.cleans.startsWith('Nothing') === false) return undefined
  const users = usersOf(held, finalizer, context)
  if (users === undefined || users.objects.length > 0 || users.unreadable.length > 0) return undefined
  // One that is being deleted waits for it in turn, which then stays for what its controller has to clean up.
  if (row.users.some(each => each.by === 'object' && each.untilDeleted === true)) return undefined
  const named = row.users.flatMap(each => ('resource' in each ? [each.resource.replace('*', held.type.group)] : []))
  const served = context.facts.types.map(resourceName).filter(each => named.includes(each))
  if (served.length === 0 || named.length < row.users.length) return undefined
  const place = row.users.some(each => 'in' in each && each.in === 'any') ? ['-A'] : namespaceFlag(held.ref.namespace)
  const only = stateThatCounts(row)
  const fact = message('NoneUses', { resources: served, object, finalizer, only })
  const remedy = seeThatNoneUses(object, served, place, only)
  const clue = clueOf(`unused/${finalizer}`, message('Unused', { object, only }), fact, row.source, remedy)
  return { ...clue, removal: message('RemovalUnused', { only }) }
}

/** The state in which alone a user counts: a claim that is bound was restored from it (NetApp/trident#1134). */
function stateThatCounts({ users }: InUseProtection): string | undefined {
  const states = users.map(each => ('only' in each ? each.only : undefined))
  const told = states.map(only => only && `${only.field} ${only.values.map(value => value || 'unset').join(' or ')}`)
  return states.includes(undefined) ? undefined : [...new Set(told)].join(' or ').trim()
}

function seeThatNoneUses(object: string, types: readonly string[], place: readonly string[], only?: string): Remedy {
  const command = commandLine('kubectl', 'get', types.join(','), ...place)
  return toInspect(message('SeeThatNoneUses', { object, only }), [command])
}

/**
 * The types of its product, where only the name of the finalizer says so or the protected claim was never bound,
 * if none of their objects names it anywhere (Kong/kong-operator#2629, kubernetes-sigs/vsphere-csi-driver#4128).
 */
function unnamedBy(held: StuckObject, finalizer: string, context: RuleContext): readonly string[] {
  const { ref, type: own } = held
  const { facts } = context
  if (!IN_USE.test(finalizer)) {
    if (ref.resource !== 'persistentvolumeclaims' || !SAYS_IN_USE.test(finalizer)) return []
    const claim = wholeOf(held, context)
    if (recordOf(claim?.status)?.phase !== 'Pending' || recordOf(claim?.spec)?.volumeName !== undefined) return []
  }
  const isOfProduct = (group: string) => group === own.group || isOfDomain(group, domainOf(finalizer))
  if ([...facts.unknownGroups].some(group => group === '*' || isOfProduct(group))) return []
  const types = facts.types
    .filter(type => isCustom({ type }) && isOfProduct(type.group) && type.kind !== own.kind)
    .map(resourceName)
  if (types.length > MAX_TYPES) return []
  const texts = eachTogether(types, resource => {
    const list = facts.read({ about: 'list', resource })
    return list.state === 'known' ? once(facts, `text of ${resource}`, () => textOf(list.value)) : undefined
  })
  return texts.every(text => text?.includes(ref.name) === false) ? types : []
}

/** All that they say, without the names of fields that every object has. */
function textOf(list: readonly KubeObject[]): string {
  return JSON.stringify(
    list.map(({ metadata: { name, labels, annotations }, ...rest }) => [name, labels, annotations, rest]),
  )
}

/**
 * That an object of another type of its API group names it in a field called after its kind, is not owned by it, and is
 * not being deleted: controllers wait for such without a word (spidernet-io/egressgateway#1019).
 */
export function stillNamed({ held, context }: Case): Clue | undefined {
  const living = namersOf(held, context).filter(
    ({ metadata: { deletionTimestamp, ownerReferences = [] } }) =>
      deletionTimestamp === undefined && !ownerReferences.some(({ uid }) => uid === held.ref.uid),
  )
  const user = living[0] && readHeld(living[0], context)
  if (user === undefined) return undefined
  const { ref } = user
  const place = ref.namespace === undefined ? '' : ` in namespace ${ref.namespace}`
  const use = { object: `${held.ref.kind} ${held.ref.name}`, user: `${ref.kind} ${ref.name}${place}` }
  const why = message('StillNamed', { ...use, others: living.length - 1 })
  const remedy = toInspect(message('FindWhetherStillUsed', use), [yamlCommand(ref)])
  return clueOf(`named/${ref.uid}`, why, why, ref.resource, remedy)
}

/** Objects of other types of its API group that name it. */
export function namersOf(held: StuckObject, context: RuleContext): readonly KubeObject[] {
  const same = context.facts.types.filter(({ group }) => group === held.type.group)
  if (!isCustom(held) || same.length > MAX_TYPES) return []
  return usersByName(held, context, undefined).objects
}

/**
 * That the object owns another of its API group, or a workload, which is not being deleted: the garbage collector comes
 * to it only after the object, for which some controllers wait that count on a foreground deletion
 * (openeverest/openeverest-operator#949, zilliztech/milvus-operator#52). Told where nothing else is: most do not wait.
 */
export function ownedAlive(found: Case): Clue | undefined {
  const { held, finalizer, context } = found
  const { facts, together } = context
  const { kind, name, namespace } = held.ref
  // Before a deletion all that it owns lives.
  if (together !== undefined || held.meta.finalizers?.includes(FOREGROUND)) return undefined
  // A Service owns what its finalizer's product made for it (ngrok/ngrok-operator#401).
  const home = isCustom(held) ? held.type.group : domainOf(finalizer)
  const types = facts.types.filter(
    ({ group, verbs, namespaced }) =>
      (isCustom(held) ? group === home : isOfDomain(group, home)) &&
      verbs.includes('list') &&
      (namespaced || namespace === undefined),
  )
  if (types.length > MAX_TYPES) return undefined
  const lists = types.map(type => facts.read({ about: 'list', resource: resourceName(type), namespace }))
  const owned = once(facts, `owned in ${home} of ${namespace ?? ''}`, () => {
    const all = [...lists.flatMap(itemsOf), ...workloadsOf(facts).all.map(({ object }) => object)]
    return Map.groupBy(all, ({ metadata }) => metadata.ownerReferences?.[0]?.uid)
  })
  const living = (owned.get(held.ref.uid) ?? []).filter(
    ({ metadata }) =>
      metadata.deletionTimestamp === undefined && (namespace === undefined || metadata.namespace === namespace),
  )
  const since = living.find(({ metadata }) => createdAt(metadata) >= askedAt(held))
  if (since !== undefined) return madeSince(since, found)
  const all = living.slice(0, MAX_OWNED).flatMap(each => readHeld(each, context)?.ref ?? [])
  const [ref] = all
  if (ref === undefined) return undefined
  const named = all.map(each => `${each.kind} ${each.name}`)
  const told = { owned: named, owner: `${kind} ${name}`, more: living.length - all.length, count: living.length }
  const why = message('OwnedLives', told)
  const deletion = deleteCommand(held, '--cascade=foreground', '--wait=false', '--dry-run=server')
  const remedy = toInspect(message('FindWhetherWaitsForOwned', told), [...all.map(each => yamlCommand(each)), deletion])
  return clueOf(`owned/${ref.uid}`, why, why, ref.resource, remedy)
}

/** What was created since most likely cleans up: it is not to be deleted (confidential-containers/operator#391). */
function madeSince(object: KubeObject, { held, context }: Case): Clue | undefined {
  const { facts } = context
  const made = readHeld(object, context)
  if (made === undefined) return undefined
  const told = { made: `${made.ref.kind} ${made.ref.name}`, owner: `${held.ref.kind} ${held.ref.name}` }
  const why = message('OwnedMadeSince', told)
  const workload = workloadsOf(facts).all.find(each => each.object.metadata.uid === made.ref.uid)
  const pods = workload === undefined ? [] : podsOf(workload, facts).slice(0, 5)
  const error = eachTogether(pods, pod => lastErrorIn(pod, askedAt(held), facts)).find(each => each !== undefined)
  const show = [describeCommand(made.ref), ...(workload === undefined ? [] : [logCommand(workload, facts)])]
  const clue = clueOf(`made/${made.ref.uid}`, why, why, made.ref.resource, toInspect(message('LetFinish', told), show))
  return { ...clue, evidence: [...clue.evidence, ...(error === undefined ? [] : [error])] }
}
