import type { V1ClusterRole, V1PersistentVolume } from '@kubernetes/client-node'
import { OF_KUBERNETES } from '../../api/builtin-finalizers.ts'
import { wordsOfName } from '../../api/camel-case.ts'
import { DEFINITIONS } from '../../api/definitions.ts'
import { itemsOf } from '../../api/fact.ts'
import type { ObjectMeta } from '../../api/object.ts'
import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import { message } from '../../messages/sentence.ts'
import { isHeldBy } from '../controller/holders.ts'
import { domainOf, isOfOneOwner } from '../controller/identity.ts'
import { overlaps, wordsOf } from '../controller/kinship.ts'
import type { Case } from '../dossier/dossier.ts'
import { type Clue, clueOf, toInspect } from '../explanation.ts'
import { isGroupKnown, once } from '../facts.ts'
import { commandLine } from '../shell-quote.ts'
import { isCustom } from '../stuck-object.ts'
import type { Workload } from '../workloads/workloads.ts'

/** Of finalizers there may be hundreds. */
const MAX_OTHERS = 20

/**
 * That what the finalizer was put on for does not exist; or that this is so of another finalizer of the object, after
 * which the controller of this one may clean up: then that one alone may go.
 */
export function calledAfterNothing(found: Case): Clue | undefined {
  const { held, finalizer, context } = found
  // Before a deletion there was no reason to remove it.
  if (context.together !== undefined) return undefined
  const kindOf = (name: string) =>
    once(context.facts, `kind gone ${held.ref.resource} ${name}`, () => kindGone(name, found))
  const goneOf = (name: string) => kindOf(name) ?? volumeGone(name, found)
  const own = goneOf(finalizer)
  const others = own === undefined ? (held.meta.finalizers ?? []).slice(0, MAX_OTHERS) : []
  for (const first of others) {
    const clue = OF_KUBERNETES.has(first) ? undefined : goneOf(first)
    const why = message('MayComeAfter', { first })
    const loss = found.known.entry?.ifRemoved || undefined
    if (clue) return { ...clue, key: `after/${first}`, why, removal: message('RemovalAfter', { first, loss }) }
  }
  return own
}

/**
 * Another kind of the same owner's domain (openstack-k8s-operators/neutron-operator#66: openstack.org/neutronapi), the
 * same for all objects of the type; or one of it: `decoratorcontroller-NAME` (metacontroller/metacontroller#1062).
 */
function kindGone(finalizer: string, { held, context: { facts } }: Case): Clue | undefined {
  const domain = domainOf(finalizer)
  const word = (finalizer === domain ? domain.split('.')[0]! : finalizer.slice(domain.length + 1)).toLowerCase()
  const ofKind = facts.types.filter(
    type => [type.kind.toLowerCase(), type.plural].includes(word) && isOfOneOwner(domain, type.group),
  )
  // Of several words, in a group that tells the same product, and with a name that tells something after it.
  const isBefore = ({ kind, group }: ResourceType) =>
    word.startsWith(`${kind.toLowerCase()}-`) &&
    wordsOfName(kind).length > 1 &&
    overlaps(wordsOf(domain), wordsOf(group))
  // `datastore-secret` is on Secrets for the sake of a DataStore (cozystack/cozystack#1660).
  const isKind = (rest: string) => facts.types.some(({ kind }) => kind.toLowerCase() === rest)
  const isNamed = ({ kind }: ResourceType) =>
    wordsOf(word.slice(kind.length)).size > 0 && !isKind(word.slice(kind.length + 1))
  const ofObject = ofKind.length > 0 ? [] : facts.types.filter(each => isBefore(each) && isNamed(each))
  const called = [...ofKind, ...ofObject]
  const [type] = called
  if (type === undefined || !called.every(each => isCustom({ type: each }) && each.kind !== held.type.kind))
    return undefined
  // What an operator puts on all that it looks at.
  if (!isCustom(held) && ofKind.some(({ group }) => group === domain)) return undefined
  const { kind } = type
  const name = ofKind.length > 0 ? undefined : word.slice(kind.length + 1)
  const resources = [...new Set(called.map(resourceName))]
  const lists = resources.map(resource => facts.read({ about: 'metadata', resource }))
  const isOther = (each: ObjectMeta) => name !== undefined && !`-${each.namespace}-${each.name}`.endsWith(`-${name}`)
  if (!lists.every(list => list.state === 'known' && list.value.every(isOther))) return undefined
  const named = name && `${kind} ${name}`
  const advice = message('FindWhetherKindIsNeeded', { finalizer, kind: named ?? kind })
  const remedy = toInspect(advice, [commandLine('kubectl', 'get', resources.join(), '-A')])
  const [why, fact] = [message('KindHasNone', { kind, named }), message('KindHasNone', { kind, named, finalizer })]
  return clueOf(`kind-gone/${[resources[0], name ?? []].flat().join('/')}`, why, fact, resources[0]!, remedy)
}

/** As the external provisioner calls volumes (kubernetes-csi/external-provisioner: --volume-name-prefix). */
const VOLUME = /^pvc-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Of a finalizer that stays for a PersistentVolume: `bucket-csi`, `pv-protection`. */
const OF_VOLUMES: ReadonlySet<string> = new Set(['csi', 'pv'])

/**
 * The PersistentVolume by way of which alone a CSI driver is asked to delete (deckhouse/deckhouse#21698,
 * minio/directpv#897).
 */
function volumeGone(finalizer: string, { held, context: { facts } }: Case): Clue | undefined {
  const { name, kind } = held.ref
  if (!VOLUME.test(name) || !isCustom(held) || !wordsOfName(finalizer).some(word => OF_VOLUMES.has(word)))
    return undefined
  const volumes = facts.read({ about: 'list', resource: 'persistentvolumes' })
  if (volumes.state !== 'known') return undefined
  const handleOf = (volume: object) => (volume as V1PersistentVolume).spec?.csi?.volumeHandle ?? ''
  if (volumes.value.some(each => each.metadata.name === name || handleOf(each).includes(name))) return undefined
  const why = message('VolumeIsGone', { object: `${kind} ${name}` })
  const fact = message('NoVolumeOfName', { name })
  const remedy = toInspect(message('FindWhetherVolumeIsNeeded', { finalizer }), [
    commandLine('kubectl', 'get', 'persistentvolumes'),
  ])
  return clueOf(`volume-gone/${held.ref.uid}`, why, fact, 'persistentvolumes', remedy)
}

const REFERRED_TO: ReadonlySet<string> = new Set(['secrets', 'configmaps'])

/**
 * That the product's own types are gone: the finalizer is called after an API group that a ClusterRole of its
 * controller names and of which the server serves no type, nor has a CRD. What it did for those types it has no
 * reason to do any more (arangodb/kube-arangodb#220). Or it is known for types of which none is served here
 * (gardener/gardener#5554).
 */
export function groupGone(found: Case, workload: Workload): Clue | undefined {
  const { held, finalizer, known, search, context } = found
  const { facts } = context
  const domain = domainOf(finalizer)
  const list = facts.read({ about: 'list', resource: 'clusterroles.rbac.authorization.k8s.io' })
  const own = new Set(search.holders.filter(each => isHeldBy(each, workload)).map(({ role }) => role))
  const roles = itemsOf(list).filter(({ metadata }) => own.has(`ClusterRole/${metadata.name}`))
  const groups = roles.flatMap(
    role => (role as unknown as V1ClusterRole).rules?.flatMap(rule => rule.apiGroups ?? []) ?? [],
  )
  const isGone = (group: string) =>
    isCustom({ type: { group } }) &&
    isGroupKnown(group, facts) &&
    facts.types.every(type => type.group !== group) &&
    !hasDefinition(group, found)
  const ofRole = groups.find(group => (domain === group || domain.endsWith(`.${group}`)) && isGone(group))
  // A Secret is copied to other clusters, with the finalizer by which it is kept for what refers to it.
  const kinds = REFERRED_TO.has(held.ref.resource) ? (known.entry?.kinds ?? []) : []
  const users = kinds.map(kind => kind.split('/')[0]!).filter(group => isOfOneOwner(domain, group))
  const group = ofRole ?? (users.every(isGone) ? users[0] : undefined)
  if (group === undefined) return undefined
  const told = { group, isKnown: ofRole === undefined }
  const remedy = toInspect(message('FindWhoDeletedDefinitions', told), [
    commandLine('kubectl', 'api-resources', '--api-group', group),
  ])
  const fact = message('NoTypeOfGroup', told)
  return clueOf(`group-gone/${group}`, message('GroupIsGone', { group }), fact, 'discovery', remedy)
}

/** Or may have one: a CRD that is not established serves nothing. */
function hasDefinition(group: string, { context: { facts } }: Case): boolean {
  const definitions = facts.read({ about: 'metadata', resource: DEFINITIONS })
  return definitions.state !== 'known' || definitions.value.some(({ name }) => name.endsWith(`.${group}`))
}
