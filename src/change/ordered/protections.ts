import type { Prospect } from '../../diagnosis/prospect.ts'
import type { LiveGroup, LiveObject, Protection } from './live-groups.ts'

/**
 * What each finalizer of each object means for the run, given who would remove it: a controller that an earlier group (or
 * the same one) deletes cannot remove anything afterwards, and then the order is wrong.
 */
export function protectionsOf(
  groups: readonly LiveGroup[],
  prospectsOf: (object: LiveObject) => readonly Prospect[],
): readonly Protection[] {
  const groupOf = new Map(
    groups.flatMap(({ number, objects }) =>
      objects.map(({ cluster, ref }) => [keyOf(cluster.name, ref.kind, ref.namespace, ref.name), number] as const),
    ),
  )
  return groups.flatMap(({ number, objects }) =>
    objects.flatMap(object =>
      prospectsOf(object).map((prospect): Protection => {
        const deleted = prospect.workloads
          .map(({ kind, namespace, name }) => groupOf.get(keyOf(object.cluster.name, kind, namespace, name)))
          .filter(group => group !== undefined)
        const all = deleted.length === prospect.workloads.length && deleted.length > 0
        const first = Math.min(...deleted)
        return { object, prospect, ...(all && first <= number && { controllerInGroup: first }) }
      }),
    ),
  )
}

/** Whether the object is expected to get stuck on this finalizer. */
export function wouldGetStuck({ prospect, controllerInGroup }: Protection): boolean {
  return prospect.state === 'stuck' || controllerInGroup !== undefined
}

function keyOf(...parts: readonly (string | undefined)[]): string {
  return parts.map(part => part ?? '').join('\0')
}
