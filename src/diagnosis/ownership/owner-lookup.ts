import { FOREGROUND } from '../../api/builtin-finalizers.ts'
import type { OwnerReference } from '../../api/object.ts'
import { parseApiVersion, type ResourceType, resourceName } from '../../api/resource-type.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'

/**
 * An owner as the garbage collector sees it: `waiting` deletes its dependents in the foreground, `solid` exists and
 * keeps them (also while it terminates otherwise), `gone` does not exist, `unserved` has a kind that is not served.
 */
export type OwnerState = 'waiting' | 'solid' | 'gone' | 'unserved' | 'unknown'

export function deletesInForeground({ meta }: Pick<StuckObject, 'meta'>): boolean {
  return meta.deletionTimestamp !== undefined && (meta.finalizers ?? []).includes(FOREGROUND)
}

/** The type that an ownerReference names; undefined when the server does not serve it. */
export function ownerType({ apiVersion, kind }: OwnerReference, { facts }: RuleContext): ResourceType | undefined {
  const { group, version } = parseApiVersion(apiVersion)
  const ofKind = facts.types.filter(type => type.group === group && type.kind === kind)
  return ofKind.find(type => type.version === version)
}

/** Looked up as the garbage collector does: by name in the dependent's namespace, or cluster-wide, then by uid. */
export function ownerState(owner: OwnerReference, dependent: StuckObject, context: RuleContext): OwnerState {
  const type = ownerType(owner, context)
  const { facts, terminating } = context
  if (type === undefined)
    return facts.unknownGroups.has(parseApiVersion(owner.apiVersion).group) ? 'unknown' : 'unserved'
  const namespace = type.namespaced ? dependent.ref.namespace : undefined
  const known = terminating.get(owner.uid)
  if (known !== undefined && known.ref.namespace === namespace) return deletesInForeground(known) ? 'waiting' : 'solid'
  const read = facts.read({ about: 'object', resource: resourceName(type), namespace, name: owner.name })
  if (read.state === 'unreadable') return 'unknown'
  if (read.state !== 'known' || read.value.metadata.uid !== owner.uid) return 'gone'
  // Outside of what was asked for an owner may be terminating all the same.
  return deletesInForeground({ meta: read.value.metadata }) ? 'waiting' : 'solid'
}
