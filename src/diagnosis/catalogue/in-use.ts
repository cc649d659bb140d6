import type { KubeObject } from '../../api/object.ts'
import type { Unreadable } from '../../api/terminating.ts'
import type { Evidence } from '../explanation.ts'
import { isOneOf } from './wildcard.ts'

/** How users of a protected object are found: by their field that names it, or by one of its own that names them. */
export type UserField =
  | {
      readonly by: 'user'
      /** `plural.group`; as a group `*` stands for the own one of the object. */
      readonly resource: string
      /** Where the user has the object's name; lists are walked. */
      readonly field: string
      /** What a user names that has nothing there. */
      readonly unset?: string
      /** Where beside it stands the kind, if it can name several. */
      readonly kind?: string
      /** Users are in the object's own namespace, or in any. */
      readonly in: 'same' | 'any'
      /** Only users of which this field has one of these values; null among them: or is not there. */
      readonly only?: { readonly field: string; readonly values: readonly unknown[] }
      /** Users with this condition True count no more. */
      readonly ended?: string
    }
  | {
      readonly by: 'object'
      readonly resource: string
      /** Where the object has `{name, namespace?}` of its users, or their name alone. */
      readonly field: string
      /** Deleted by the controller itself: waited for only while it is terminating. */
      readonly takenAlong?: true
      /** Waited for only until it is deleted: it then waits in turn for what is protected. */
      readonly untilDeleted?: true
    }
  /** What `*` stands for in the finalizer's name is the name of its user, in the object's namespace. */
  | { readonly by: 'finalizer'; readonly resource: string }
  /** Addresses that only this range covers. */
  | { readonly by: 'range' }

/** A finalizer by which somebody keeps an object for as long as others use it. */
export interface InUseProtection {
  readonly finalizer: string
  /** `plural.group` of what is protected; `*` for any. */
  readonly on: string
  readonly users: readonly UserField[]
  /** What is lost when it is removed while it is in use. */
  readonly loss: string
  readonly source: string
}

export interface Users {
  readonly objects: readonly KubeObject[]
  readonly unreadable: readonly Unreadable[]
  /** By a row of the table, or by what the object says; else by the form of names alone. */
  readonly known: boolean
  /** What the object says of its users. */
  readonly told?: Evidence | undefined
  /** Only waited for while they are being deleted: the controller deletes them itself. */
  readonly takenAlong: boolean
}

/**
 * Names of other products' finalizers that wait for users, formed as in catalogue/: in-use.crossplane.io,
 * gateway-exists-finalizer.consul.hashicorp.com, kubernetes.io/pvc-protection, ipam.cluster.x-k8s.io/ProtectPool.
 */
export const SAYS_IN_USE = /in-?use|used-by|(^|[/.-])protect(ion|ed)?($|[/.-])|-protection$|exists-finalizer/i

/** The row of a finalizer on an object of this type. Claims, volumes and CRDs have rules of their own, and no row. */
export function protectionOf(
  finalizer: string,
  resource: string,
  rows: readonly InUseProtection[],
): InUseProtection | undefined {
  return rows.find(each => (each.on === '*' || each.on === resource) && isOneOf([each.finalizer], finalizer))
}
