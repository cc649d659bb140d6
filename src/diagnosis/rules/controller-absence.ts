import type { KubeObject } from '../../api/object.ts'
import type { Unreadable } from '../../api/terminating.ts'
import { absenceProvenBy, MOMENT_SECONDS, type Signs } from '../controller/absence.ts'
import { type Installation, installationOf } from '../controller/install-marks.ts'
import { lastWritesOf } from '../controller/last-writes.ts'
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
  if (installation === undefined) return undefined
  const signs = signsOf(found, installation)
  // Leases are many: they are read only where nothing else speaks against the proof.
  const proof = absenceProvenBy(signs)
  const lease: Renewal = proof === undefined ? { state: 'none' } : renewedLease(identity, search.words, context.facts)
  if (lease.state === 'pending') return undefined
  return {
    proof: lease.state === 'fresh' ? undefined : proof,
    definition: known,
    installation,
    silentSeconds: signs.silentSeconds,
    doubts: doubts(found, signs, lease),
    unread: lease.state === 'hidden' ? [lease.why] : [],
  }
}

function signsOf({ held, finalizer, search, identity, context }: Case, installation: Installation): Signs {
  const { outside, suspects, dangling, idle, leaving } = search
  // A release that brought the type has nothing to do with the finalizer of a stranger.
  const isUninstalled = installation.present === false && !identity.isStranger
  return {
    custom: isCustom(held),
    traces: isUninstalled || [...dangling, ...idle, ...leaving].length > 0,
    deletedSeconds: held.ageSeconds ?? 0,
    ...lastWritesOf(held, identity, context),
    renewed: false,
    outsideController: outside.some(({ grant }) => grant === 'marked'),
    outsideUser: outside.some(({ grant }) => grant !== 'wildcard'),
    elsewhere: isElsewhere(context.catalogue.find(finalizer, held.ref.resource)?.controller),
    suspects: suspects.length > 0,
  }
}

/** The catalogue says in words where a controller is that no Pod shows: part of a server process, or of another cluster. */
function isElsewhere(controller: { readonly selectorHint: string } | undefined): boolean {
  return /not (visible as )?a pod|outside the cluster/i.test(controller?.selectorHint ?? '')
}

function doubts({ search, identity }: Case, signs: Signs, lease: Renewal): readonly Evidence[] {
  const { wroteSeconds, silentSeconds, elsewhere, traces } = signs
  const seen = wroteSeconds ?? (traces ? undefined : silentSeconds)
  const manager = identity.writer?.manager ?? 'unknown'
  const named = search.outside.filter(({ grant }) => grant !== 'wildcard')
  const users = (named.length > 0 ? named : search.outside).slice(0, MOST_USERS)
  return [
    ...(lease.state === 'fresh' ? [lease.evidence] : []),
    ...(seen !== undefined && seen < MOMENT_SECONDS
      ? [
          {
            fact: `manager "${manager}" wrote ${formatSeconds(seen)} ago: it was at work then`,
            source: 'managedFields',
          },
        ]
      : []),
    ...(elsewhere
      ? [{ fact: 'its controller is known to run where no Pod of this cluster shows it', source: 'catalogue' }]
      : []),
    ...users.map(({ who, binding }) => ({
      fact: `${who} may change these objects from outside the cluster (${binding})`,
      source: 'rolebindings',
    })),
    ...(traces || search.suspects.length > 0
      ? []
      : [
          {
            fact: 'nothing that runs here is its controller, and no trace of an uninstall shows that there was one: it may run outside of the cluster',
            source: 'rolebindings, pods',
          },
        ]),
  ]
}
