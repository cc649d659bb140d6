import type { KubeObject } from '../../api/object.ts'
import { resourceName } from '../../api/resource-type.ts'
import type { Unreadable } from '../../api/terminating.ts'
import { factFrom } from '../../messages/sentence.ts'
import { inUse } from '../../statements/words/in-use.ts'
import type { Users } from '../catalogue/in-use.ts'
import { typeNamed } from '../references/kinds.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import { wholeOf } from '../whole-object.ts'

/** The existing users that the object's own status lists by kind and name; undefined if it lists none. */
export function usersInStatus(held: StuckObject, context: RuleContext, saysInUse: boolean): Users | undefined {
  const { facts } = context
  const lists = entriesOf(wholeOf(held, context)?.status, 'status').filter(
    ({ field }) => inUse.has('field of users', field) || (saysInUse && inUse.has('field of dependents', field)),
  )
  for (const { path, value } of lists) {
    const objects: KubeObject[] = []
    const unreadable: Unreadable[] = []
    for (const each of Array.isArray(value) ? value : [value]) {
      const { kind, name, namespace = held.ref.namespace, ...rest } = (each ?? {}) as Readonly<Record<string, string>>
      const type =
        typeof kind === 'string' && typeof name === 'string' ? typeNamed({ kind, ...rest }, held, facts) : undefined
      if (type === undefined || (type.namespaced && namespace === undefined)) continue
      const place = type.namespaced ? { namespace: namespace! } : {}
      const user = facts.read({ about: 'object', resource: resourceName(type), ...place, name: name! })
      if (user.state === 'unreadable') unreadable.push(user.why)
      if (user.state === 'known' && user.value.metadata.uid !== held.ref.uid) objects.push(user.value)
    }
    const told = factFrom(path, 'ListsUsers', { path })
    if (objects.length > 0) return { objects, unreadable, known: true, takenAlong: false, told }
  }
  return undefined
}

interface Field {
  readonly path: string
  readonly field: string
  readonly value: unknown
}

/** The fields of a status, and those one level below: `deletion: {state: Blocked, blockedBy: […]}`. */
function entriesOf(part: unknown, path: string, isBelow = false): readonly Field[] {
  return Object.entries((part ?? {}) as Readonly<Record<string, unknown>>).flatMap(([field, value]) => {
    const own = { path: `${path}.${field}`, field, value }
    const isPart = typeof value === 'object' && value !== null && !Array.isArray(value) && !isBelow
    return isPart ? [own, ...entriesOf(value, own.path, true)] : [own]
  })
}
