import type { KubeObject } from '../../api/object.ts'
import type { Unreadable } from '../../api/terminating.ts'
import { absenceProvenBy, MOMENT_SECONDS, SILENCE_SECONDS, type Signs } from '../controller/absence.ts'
import type { Holder } from '../controller/holders.ts'
import { type IdleAccounts, idleAccounts } from '../controller/idle-accounts.ts'
import { type Installation, installationOf } from '../controller/install-marks.ts'
import { type LastWrites, lastWritesOf } from '../controller/last-writes.ts'
import { type Renewal, renewedLease } from '../controller/leases.ts'
import { isCustom } from '../controller/search.ts'
import type { Evidence } from '../explanation.ts'
import { formatSeconds } from '../seconds.ts'
import type { Case } from './controller-case.ts'

const CRDS = 'customresourcedefinitions.apiextensions.k8s.io'

/** How many users and groups are named that may be the controller. */
const MOST_USERS = 3

/** Whether it is proven that nothing is left that could remove a finalizer. */
export interface Absence {
  /** Of what could be read; it takes all of `unread` too. */
  readonly proof: 'traces' | 'silence' | undefined
  readonly definition: KubeObject | undefined
  readonly installation: Installation
  /** Service accounts of its own as which nothing runs. */
  readonly idle: readonly Holder[]
  /** Since the finalizer's writer was last seen; undefined when nothing shows that. */
  readonly silentSeconds: number | undefined
  /** What speaks against it, or is missing to it. */
  readonly doubts: readonly Evidence[]
  readonly unread: readonly Unreadable[]
}

/** Weighs what was found out where no workload is the controller; undefined while facts are pending. */
export function absenceOf(found: Case): Absence | undefined {
  const { held, search, identity, context } = found
  const definition = isCustom(held)
    ? context.facts.read({ about: 'object', resource: CRDS, name: held.ref.resource })
    : undefined
  if (definition?.state === 'pending') return undefined
  const known = definition?.state === 'known' ? definition.value : undefined
  const installation = known ? installationOf(known, context.facts) : { evidence: [] }
  const accounts = idleAccounts(search.idle, context.facts)
  if (installation === undefined || accounts === undefined) return undefined
  const writes = lastWritesOf(held, identity, context)
  const signs = signsOf(found, installation, accounts, writes)
  // Leases are many: they are read only where nothing else speaks against the proof.
  const proof = absenceProvenBy(signs)
  const lease: Renewal = proof === undefined ? { state: 'none' } : renewedLease(identity, search.words, context.facts)
  if (lease.state === 'pending') return undefined
  return {
    proof: lease.state === 'fresh' ? undefined : proof,
    definition: known,
    installation,
    idle: accounts.idle,
    silentSeconds: signs.silentSeconds,
    doubts: doubts(found, signs, accounts, writes, lease),
    unread: proof === undefined ? [] : [...accounts.unread, ...(lease.state === 'hidden' ? [lease.why] : [])],
  }
}

function signsOf(
  found: Case,
  installation: Installation,
  accounts: IdleAccounts,
  { wrote, silentSince }: LastWrites,
): Signs {
  const { held, finalizer, search, identity, context } = found
  const { outside, suspects, dangling, leaving } = search
  // A release that brought the type has nothing to do with the finalizer of a stranger.
  const isUninstalled = installation.present === false && !identity.isStranger
  return {
    custom: isCustom(held),
    traces: isUninstalled || [...dangling, ...accounts.idle, ...leaving].length > 0,
    deletedSeconds: held.ageSeconds ?? 0,
    wroteSeconds: wrote?.seconds,
    silentSeconds: silentSince?.seconds,
    renewed: false,
    outsideController: accounts.used.length > 0 || outside.some(({ grant }) => grant === 'marked'),
    outsideUser: outside.some(({ grant }) => grant !== 'wildcard'),
    elsewhere: isElsewhere(context.catalogue.find(finalizer, held.ref.resource)?.controller),
    suspects: suspects.length > 0,
  }
}

/** The catalogue says in words where a controller is that no Pod shows: part of a server process, or of another cluster. */
function isElsewhere(controller: { readonly selectorHint: string } | undefined): boolean {
  return /not (visible as )?a pod|outside the cluster/i.test(controller?.selectorHint ?? '')
}

function doubts(
  { search }: Case,
  signs: Signs,
  { used }: IdleAccounts,
  { wrote, silentSince }: LastWrites,
  lease: Renewal,
): readonly Evidence[] {
  const { elsewhere, traces, custom, deletedSeconds } = signs
  const seen = wrote ?? (traces ? undefined : silentSince)
  const silence = Math.min(deletedSeconds, silentSince?.seconds ?? 0)
  const named = search.outside.filter(({ grant }) => grant !== 'wildcard')
  const users = (named.length > 0 ? named : search.outside).slice(0, MOST_USERS)
  return [
    ...(lease.state === 'fresh' ? [lease.evidence] : []),
    ...(seen !== undefined && seen.seconds < MOMENT_SECONDS
      ? [
          {
            fact: `manager "${seen.manager}" wrote ${formatSeconds(seen.seconds)} ago: it was at work then`,
            source: 'managedFields',
          },
        ]
      : []),
    ...(elsewhere
      ? [{ fact: 'its controller is known to run where no Pod of this cluster shows it', source: 'catalogue' }]
      : []),
    ...used.slice(0, MOST_USERS).map(({ namespace, name }) => ({
      fact: `the token of service account ${namespace}/${name}, as which nothing runs here, was used lately`,
      source: 'secrets',
    })),
    ...users.map(({ who, binding }) => ({
      fact: `${who} may change these objects from outside the cluster (${binding})`,
      source: 'rolebindings',
    })),
    ...(traces || search.suspects.length > 0 || search.unreadable.length > 0
      ? []
      : [
          {
            fact: 'nothing that runs here is shown to be its controller, and no trace of an uninstall was found: it may run outside of the cluster',
            source: 'rolebindings, pods',
          },
        ]),
    ...(traces || !custom || silentSince === undefined || silence >= SILENCE_SECONDS
      ? []
      : [
          {
            fact: `its writer has been silent for ${formatSeconds(silence)} since the deletion: less than an hour proves nothing`,
            source: 'managedFields',
          },
        ]),
  ]
}
