import type { KubeObject } from '../../api/object.ts'
import { parseApiVersion, resourceName } from '../../api/resource-type.ts'
import { isGroupKnown } from '../facts.ts'
import { readHeld } from '../object-of.ts'
import { commandLine, namespaceFlag } from '../shell-quote.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'

/** What a user stands for, if it is only a record of use: it goes with that, where that is there. */
export type MadeFor =
  | {
      readonly state: 'there' | 'unread'
      readonly what: string
      readonly get: string
      readonly delete: string
      /** It is being deleted already. */
      readonly ends: StuckObject | undefined
    }
  | 'gone'
  | undefined

/** An address is of its Service, a record of use (Crossplane's) of what is managed. */
export function madeFor(object: KubeObject, user: StuckObject, context: RuleContext): MadeFor {
  const { facts } = context
  const { parentRef } = (object.spec ?? {}) as { parentRef?: Named }
  const record = object.resourceRef as Named | undefined
  const isAddress = user.ref.resource === 'ipaddresses.networking.k8s.io'
  const named = isAddress ? parentRef : record
  if (named?.name === undefined) return undefined
  const group = isAddress ? (named.group ?? '') : parseApiVersion(named.apiVersion ?? '').group
  const type = facts.types.find(
    each => each.group === group && (isAddress ? each.plural === named.resource : each.kind === named.kind),
  )
  // Of a custom type that is told whole, and that the server does not have, there is no object.
  const isTold = !isAddress && named.kind !== undefined && group.includes('.')
  if (type === undefined) return isTold && isGroupKnown(group, facts) ? 'gone' : undefined
  const namespace = type.namespaced ? (named.namespace ?? user.ref.namespace) : undefined
  // What a record in one namespace says of another, the users of the first could have written.
  if (user.ref.namespace !== undefined && namespace !== user.ref.namespace) return undefined
  if (type.namespaced && namespace === undefined) return undefined
  const there = facts.read({ about: 'object', resource: resourceName(type), name: named.name, namespace })
  if (there.state === 'absent') return 'gone'
  const where = namespaceFlag(namespace)
  return {
    state: there.state === 'known' ? 'there' : 'unread',
    what: `${type.kind} ${named.name}${namespace === undefined ? '' : ` in namespace ${namespace}`}`,
    get: commandLine('kubectl', 'get', resourceName(type), named.name, ...where),
    delete: commandLine('kubectl', 'delete', resourceName(type), named.name, ...where, '--wait=false'),
    ends:
      there.state === 'known' && there.value.metadata.deletionTimestamp ? readHeld(there.value, context) : undefined,
  }
}

interface Named {
  readonly apiVersion?: string
  readonly group?: string
  readonly kind?: string
  readonly resource?: string
  readonly namespace?: string
  readonly name?: string
}
