/**
 * Who could have written what a fact rests on (SECURITY.md, "Who is believed"). `server`: only the API server (uids,
 * deletion times, an authorizer's answer). `cluster`: only writers of cluster-scoped objects. `operator`: users of a
 * namespace that something cluster-scoped assigns to the operator. `named`: users of a namespace with the operator's
 * name, which self-service may have given away. `namespace`: users of any other, as with the role `edit` or `admin`.
 */
export type Author = 'server' | 'cluster' | 'operator' | 'named' | 'namespace'

/** Those whose word may allow a removal, or be turned into a command that grants something. */
export type Trusted = Exclude<Author, 'namespace' | 'named'>

/** Something that is told, and by whom. What rests on it has to ask: `isTrusted` is the only way to a trusted one. */
export interface Authored<By extends Author = Author> {
  readonly by: By
}

/** Whether no user of a namespace could have written it. */
export function isTrusted<Each extends Authored>(told: Each): told is Each & Authored<Trusted> {
  return told.by !== 'namespace' && told.by !== 'named'
}

/** The first author among these whom users of a namespace cannot be: that of a proof. */
export function trustedAuthor(all: readonly Authored[]): Trusted | undefined {
  return all.find(isTrusted)?.by
}
