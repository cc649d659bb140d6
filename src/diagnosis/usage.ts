import { CRD_CLEANUP, PV_PROTECTION, PVC_PROTECTION } from '../api/builtin-finalizers.ts'
import { append } from '../api/long-lists.ts'
import type { KubeObject, ObjectMeta } from '../api/object.ts'
import { parseApiVersion, resourceName } from '../api/resource-type.ts'
import type { Unreadable } from '../api/terminating.ts'
import { message, type Sentence } from '../messages/sentence.ts'
import { eachTogether } from './answered.ts'
import type { Facts } from './facts.ts'
import type { RuleContext, StuckObject } from './stuck-object.ts'
import { unreadFact } from './unread.ts'
import { consumersOf, wholeVolume } from './volumes/consumers.ts'

/** Somebody alive whose use of an object keeps Kubernetes' own finalizer on it. */
export interface User extends OwnerChain {
  readonly kind: string
  readonly namespace: string
  readonly name: string
  /** By what: a Pod mounts a claim, a claim is bound to a volume. */
  readonly by: 'mount' | 'binding'
}

/** What one of Kubernetes' own finalizers waits for, and who is in its way now. */
export interface Usage {
  readonly summary: Sentence
  readonly users: readonly User[]
  /** Who uses it could not be read. */
  readonly unread: boolean
}

const OF_CLAIM = message('RemovedWhenUnused', { of: 'claim' })
const OF_VOLUME = message('RemovedWhenUnused', { of: 'volume' })
const OF_DEFINITION = message('RemovedWhenUnused', { of: 'definition' })

/** Looks at an object that has not been deleted. What is being deleted itself keeps nothing. */
export function usageOf(held: StuckObject, finalizer: string, context: RuleContext): Usage {
  const { resource } = held.ref
  if (finalizer === PVC_PROTECTION && resource === 'persistentvolumeclaims') return ofClaim(held, context)
  if (finalizer === PV_PROTECTION && resource === 'persistentvolumes') return ofVolume(held, context)
  if (finalizer === CRD_CLEANUP) return free(OF_DEFINITION)
  return free(message('RemovedByItself'))
}

function ofClaim(held: StuckObject, context: RuleContext): Usage {
  const pods = context.facts.read({ about: 'list', resource: 'pods', namespace: held.ref.namespace ?? '' })
  if (pods.state === 'unreadable') return unread(OF_CLAIM, pods.why)
  if (pods.state === 'absent') return free(OF_CLAIM)
  return usage(OF_CLAIM, consumersOf(held, pods.value, context.facts), 'mount', context)
}

function ofVolume({ ref }: StuckObject, context: RuleContext): Usage {
  const volume = wholeVolume(ref.name, context.facts)
  if (volume.state === 'unreadable') return unread(OF_VOLUME, volume.why)
  const { namespace, name, uid } = (volume.state === 'known' && volume.value.spec?.claimRef) || {}
  const bound = volume.state === 'known' && volume.value.status?.phase === 'Bound'
  if (!bound || namespace === undefined || name === undefined) return free(OF_VOLUME)
  const claim = context.facts.read({ about: 'object', resource: 'persistentvolumeclaims', namespace, name })
  if (claim.state === 'unreadable') return unread(OF_VOLUME, claim.why)
  const isItsOwn = claim.state === 'known' && (uid === undefined || claim.value.metadata.uid === uid)
  return isItsOwn ? usage(OF_VOLUME, [claim.value], 'binding', context) : free(OF_VOLUME)
}

function usage(summary: Sentence, objects: readonly KubeObject[], by: User['by'], context: RuleContext): Usage {
  const living = objects.filter(each => each.metadata.deletionTimestamp === undefined)
  const users = eachTogether(living, ({ kind, metadata }): User => {
    const { namespace = '', name } = metadata
    return { kind, namespace, name, by, ...ownerChain(metadata, context.facts) }
  })
  return { summary, users, unread: false }
}

function free(summary: Sentence): Usage {
  return { summary, users: [], unread: false }
}

function unread(sentence: Sentence, why: Unreadable): Usage {
  return { summary: message('AndNotRead', { sentence, unread: unreadFact(why).fact }), users: [], unread: true }
}

interface OwnerChain {
  /** Its owners and theirs: with each of them it would go. */
  readonly owners: readonly { readonly kind: string; readonly namespace?: string; readonly name: string }[]
  /** All of them are known. */
  readonly complete: boolean
}

/** More owners above each other than there are: an end, should they lead in a circle. */
const MAX_STEPS = 10

/** By whom an object is owned, up to the first without an owner. */
function ownerChain(meta: ObjectMeta, facts: Facts, steps = MAX_STEPS): OwnerChain {
  const { namespace, ownerReferences = [] } = meta
  const owners: OwnerChain['owners'][number][] = []
  let complete = steps > 0
  for (const { apiVersion, kind, name, uid } of steps > 0 ? ownerReferences : []) {
    const { group } = parseApiVersion(apiVersion)
    const type = facts.types.find(each => each.group === group && each.kind === kind)
    const place = type?.namespaced && namespace !== undefined ? { namespace } : {}
    owners.push({ kind, name, ...place })
    if (type === undefined) {
      complete = false
      continue
    }
    const owner = facts.read({ about: 'object', resource: resourceName(type), name, ...place })
    if (owner.state === 'unreadable') complete = false
    if (owner.state !== 'known' || owner.value.metadata.uid !== uid) continue
    const above = ownerChain(owner.value.metadata, facts, steps - 1)
    append(owners, above.owners)
    complete &&= above.complete
  }
  return { owners, complete }
}
