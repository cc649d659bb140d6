import { type Author, type Authored, isTrusted, type Trusted } from '../author.ts'
import type { Facts } from '../facts.ts'
import type { StuckObject } from '../stuck-object.ts'
import type { Holder } from './holders.ts'
import { isRoleNamedAfter, ownNamespaces } from './own-namespaces.ts'

/** That more than a name ties an account, or a workload that runs as it, to objects of a type, and who says so. */
export type Tie = Authored

interface Place {
  readonly namespace: string
  readonly account: string
  /** By which it may change the objects. */
  readonly holder?: Holder | undefined
}

/**
 * What ties a workload or account to the controller of a finalizer: a right by a ClusterRoleBinding, the operator's own
 * namespace, or a right by a RoleBinding of the object's namespace. undefined where it has no more than a name.
 */
export function tieOf(
  { namespace, account, holder }: Place,
  held: Pick<StuckObject, 'type' | 'ref'>,
  finalizer: string,
  facts: Facts,
): Tie | undefined {
  if (holder !== undefined && isTrusted(holder) && holder.grant !== 'partial') return holder
  const by = ownNamespaces(held, finalizer, facts).get(namespace)
  if (by === 'named' && isRoleNamedAfter({ namespace, account }, held, finalizer, facts)) return { by: 'cluster' }
  return by === undefined ? holder && { by: 'namespace' } : { by }
}

declare const checked: unique symbol

/** That a command which starts, scales, restarts or grants rests on no word of a tenant. Only `basisOf` makes one. */
export interface Basis {
  readonly by: Author
  readonly [checked]: true
}

/**
 * Whether a tie is enough for a command that acts in a namespace. What users of a namespace could have written is
 * enough only for what acts in that same namespace, and there grants nothing: they could do it themselves.
 */
export function basisOf(tie: Tie | undefined, acts: { readonly in: string; readonly tiedIn: string | undefined }) {
  if (tie === undefined || (tie.by === 'namespace' && acts.in !== acts.tiedIn)) return undefined
  return tie as unknown as Basis
}

/** The same for a command that grants a right, which always needs a trusted one. */
export function grantBasisOf(tie: Tie | undefined): (Basis & Authored<Trusted>) | undefined {
  return tie !== undefined && isTrusted(tie) ? (tie as unknown as Basis & Authored<Trusted>) : undefined
}
