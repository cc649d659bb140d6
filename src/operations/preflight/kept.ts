import { DEFINITIONS } from '../../api/definitions.ts'
import { resourceName } from '../../api/resource-type.ts'
import type { Surroundings } from '../../diagnosis/preflight/reach.ts'
import type { RuleContext, StuckObject } from '../../diagnosis/stuck-object.ts'
import type { Cluster } from '../inspect/diagnose-cluster.ts'

/** What a survey keeps the whole of, for a deletion. */
export interface Kept {
  readonly namespaces: ReadonlySet<string>
  /** By `plural.group`: with what names one of their objects as its owner. */
  readonly types: ReadonlySet<string>
  /** Uids of all that anything names as its owner, as far as it could be read, but of objects of those types. */
  readonly ownersSeen: ReadonlySet<string>
}

/** The namespaces to which the deletion of these comes at least. */
export function namespacesOf(targets: readonly StuckObject[]): Set<string> {
  return new Set(targets.flatMap(({ ref }) => (ref.resource === 'namespaces' ? ref.name : (ref.namespace ?? []))))
}

/** Types reached in the whole cluster, whose objects may own anything: instances, and volumes of claims. */
export function typesOf(targets: readonly StuckObject[]): ReadonlySet<string> {
  return new Set(targets.flatMap(({ ref }) => TYPES[ref.resource]?.(ref.name) ?? []))
}

const VOLUMES = 'persistentvolumes'
const TYPES: Readonly<Record<string, (name: string) => readonly string[]>> = {
  [DEFINITIONS]: name => [name],
  namespaces: () => [VOLUMES],
  persistentvolumeclaims: () => [VOLUMES],
}

/** What is known of the surroundings of these targets: only what was read whole; the rest is asked for apart. */
export function surroundingsOf(
  targets: readonly StuckObject[],
  { namespaces, types, ownersSeen }: Kept,
  { found, held, content, context, source }: Cluster,
): Surroundings & Pick<RuleContext, 'instancesOf'> {
  const named = new Set(targets.map(({ ref }) => ref.uid))
  const everything = [...held, ...content]
  const gaps = new Set(context.unreadable.map(({ resource }) => resource))
  const whole = new Set(found.types.map(resourceName).filter(name => types.has(name) && !gaps.has(name)))
  const isAllRead = gaps.size === 0 && source.discovery.unreadable.length === 0
  const byResource = Map.groupBy(everything, ({ ref }) => ref.resource)
  return {
    everything,
    knowsDependentsOf: ({ ref: { uid, resource, namespace = '' } }) =>
      named.has(uid) || namespaces.has(namespace) || (!ownersSeen.has(uid) && (isAllRead || whole.has(resource))),
    instancesOf: resource => (whole.has(resource) ? (byResource.get(resource) ?? []) : undefined),
  }
}
