import { smallest } from '../../api/long-lists.ts'
import type { User } from '../../diagnosis/usage.ts'
import {
  keyOf,
  type LiveGroup,
  type LiveObject,
  type Outlook,
  type Protection,
  type TakenAlong,
} from './live-groups.ts'

/**
 * What each finalizer of each object means for the run, by who would remove it. The order is wrong where its controller
 * is deleted in the same or an earlier group, or where a Pod of a later one uses the claim until then. What goes with a
 * Namespace or a CRD goes in its group.
 */
export function protectionsOf(
  groups: readonly LiveGroup[],
  taken: readonly TakenAlong[],
  outlooksOf: (object: LiveObject) => readonly Outlook[],
): readonly Protection[] {
  const going = goingOf(groups, taken)
  const groupOf = new Map(
    going.map(({ number, object: { cluster, ref } }) => [
      nameKeyOf(cluster.name, ref.kind, ref.namespace, ref.name),
      number,
    ]),
  )
  return going.flatMap(({ number, object }) =>
    outlooksOf(object).map((outlook): Protection => {
      const { workloads, users = [] } = outlook.prospect
      const groupsOf = (named: readonly Named[]): readonly number[] =>
        named
          .map(({ kind, namespace, name }) => groupOf.get(nameKeyOf(object.cluster.name, kind, namespace, name)))
          .filter(group => group !== undefined)
      const deleted = groupsOf(workloads)
      const all = deleted.length === workloads.length && deleted.length > 0
      const first = smallest(deleted)
      const usedBy = inTheWay(users, number, groupsOf)
      return {
        object,
        ...outlook,
        getsStuck: outlook.prospect.state === 'stuck' || (all && first <= number) || usedBy !== undefined,
        controllerInGroup: all && first <= number ? first : undefined,
        usedBy,
      }
    }),
  )
}

interface Named {
  readonly kind: string
  readonly namespace?: string
  readonly name: string
}

/** The first user that is still there when this group is run: a user goes with the first of its owners. */
function inTheWay(
  users: readonly User[],
  number: number,
  groupsOf: (named: readonly Named[]) => readonly number[],
): Protection['usedBy'] {
  for (const user of users) {
    const groups = groupsOf([user, ...user.owners])
    const first = smallest(groups)
    if (groups.length > 0 && first > number) return { user, group: first }
    // That no group deletes it is proven only when all its owners are known.
    if (groups.length === 0 && user.complete) return { user }
  }
  return undefined
}

interface Going {
  readonly object: LiveObject
  /** The group in which it goes: that of its Namespace or CRD, when that comes first. */
  readonly number: number
}

/** Each object once: what a later group names and an earlier one takes along stands where it is named. */
function goingOf(groups: readonly LiveGroup[], taken: readonly TakenAlong[]): readonly Going[] {
  const along = taken.flatMap(({ group, objects }) => objects.map(object => ({ object, number: group })))
  const numbers = new Map(along.map(({ object, number }) => [keyOf(object, object.ref.uid), number]))
  const named = groups.flatMap(({ number, objects }) =>
    objects.map(object => ({ object, number: Math.min(number, numbers.get(keyOf(object, object.ref.uid)) ?? number) })),
  )
  const uids = new Set(named.map(({ object }) => keyOf(object, object.ref.uid)))
  return [...named, ...along.filter(({ object }) => !uids.has(keyOf(object, object.ref.uid)))]
}

function nameKeyOf(...parts: readonly (string | undefined)[]): string {
  return parts.map(part => part ?? '').join('\0')
}
