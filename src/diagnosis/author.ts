/**
 * Who could have written what a fact rests on (SECURITY.md, "Who is believed"). `server`: the API server alone (uids, times of a
 * deletion, the answer of an authorizer). `cluster`: only who may write cluster-scoped objects. `operator`: users of a namespace that
 * something cluster-scoped gives to the operator. `named`: users of a namespace that has the operator's name, which a self-service of
 * namespaces may have given away. `namespace`: users of any other namespace, with the role `edit` or `admin` there.
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
