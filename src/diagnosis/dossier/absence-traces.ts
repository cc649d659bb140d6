import type { KubeObject } from '../../api/object.ts'
import type { Unreadable } from '../../api/terminating.ts'
import { factFrom } from '../../messages/sentence.ts'
import { type Authored, isTrusted } from '../author.ts'
import type { Proof } from '../controller/absence.ts'
import type { Dangling, Holder } from '../controller/holders.ts'
import type { Installation } from '../controller/install-marks.ts'
import type { Lapsed } from '../controller/leases.ts'
import type { Listeners } from '../controller/listeners.ts'
import type { Evidence } from '../explanation.ts'
import type { Case } from './dossier.ts'

/** Whether it is proven that nothing is left that could remove a finalizer. */
export interface Absence {
  /** Of what could be read; it takes all of `unread` too. */
  readonly proof: Proof | undefined
  readonly definition: KubeObject | undefined
  readonly installation: Installation
  /** Workloads that would be candidates and are being deleted, with nothing ready any more. */
  readonly leaving: readonly (Evidence & Authored)[]
  /** Service accounts of its own as which nothing runs. */
  readonly idle: readonly Holder[]
  /** Service accounts of its own that bindings name and that do not exist. */
  readonly gone: readonly Holder[]
  /** Leases of its own that nothing renews any more. */
  readonly lapsed: readonly Lapsed[]
  /** Since the finalizer's writer was last seen; undefined when nothing shows that. */
  readonly silentSeconds: number | undefined
  /** Whether anything watches the type, where that was asked. */
  readonly listeners: Listeners
  /** What speaks against it, or is missing to it. */
  readonly doubts: readonly Evidence[]
  readonly unread: readonly Unreadable[]
}

/** What an uninstall left, or looks like it: of what a user of a namespace could have written, that is said. */
export function tracesOf(
  { search }: Case,
  { installation, leaving, lapsed, gone, idle }: Absence,
): readonly Evidence[] {
  const each = <Trace extends Authored>(traces: readonly Trace[], evidence: (trace: Trace) => Evidence) =>
    traces.map(trace => (isTrusted(trace) ? evidence(trace) : asHint(evidence(trace))))
  return [
    ...installation.evidence,
    ...each(leaving, ({ fact, source }) => ({ fact, source })),
    ...each(lapsed, ({ evidence }) => evidence),
    ...each(gone, goneEvidence),
    ...each(idle, idleEvidence),
    ...each(search.dangling, danglingEvidence),
  ]
}

function asHint({ fact, source }: Evidence): Evidence {
  return factFrom(source, 'ByAnyUser', { fact })
}

function goneEvidence({ namespace, name, binding, may }: Holder): Evidence {
  return factFrom('serviceaccounts', 'AccountMissing', { account: `${namespace}/${name}`, binding, may })
}

function idleEvidence({ namespace, name, binding, may }: Holder): Evidence {
  return factFrom('rolebindings, pods', 'AccountIdle', { account: `${namespace}/${name}`, binding, may })
}

function danglingEvidence({ binding, role }: Dangling): Evidence {
  return factFrom('rolebindings', 'RoleOfBindingMissing', { binding, role })
}
