import { deletionAgeSeconds } from '../api/deletion-age.ts'
import { NONE } from '../api/long-lists.ts'
import { isNamespaces } from '../api/namespace-type.ts'
import { refOf } from '../api/object-ref.ts'
import { oncePer } from '../api/once-per.ts'
import { type ResourceType, resourceName } from '../api/resource-type.ts'
import { rfc3339 } from '../api/rfc3339.ts'
import { isLeftOutOfSurvey } from '../api/skipped-groups.ts'
import type { Finalizer, Owner, Snapshot, TerminatingObject, Unreadable } from '../api/terminating.ts'
import type { Discovery } from './discovery/discovered.ts'
import { preferredTypes } from './discovery/discovery.ts'
import { readNamespaceFinalizers } from './namespace-finalizers.ts'
import { resolveOwners } from './owners.ts'
import { lookAtNamespace, type NamespaceLook } from './read-namespace.ts'
import type { Finding, Scan, ScanRequest } from './scan/scan.ts'
import { scanAround } from './scan/scan-around.ts'
import type { ScanFilter } from './scan/scan-filter.ts'
import type { Transport } from './transport/transport.ts'

export interface SurveyRequest
  extends Omit<ScanRequest, 'types' | 'served' | 'wanted' | 'whole'>,
    Pick<ScanFilter, 'finalized' | 'ownersSeen'> {
  readonly discovery: Discovery
  /** Types that the user named; undefined: every type that can hold something stuck. */
  readonly types?: readonly ResourceType[] | undefined
  /** Only this namespace: its objects and the Namespace itself. */
  readonly namespace?: string | undefined
  /** Namespaces of which everything is kept, terminating or not. */
  readonly contentOf?: ReadonlySet<string> | undefined
  /** Types (`plural.group`) of which everything is kept, and everything that names one of their objects as owner. */
  readonly allOf?: ReadonlySet<string> | undefined
  /** Uids of owners of which everything is kept that names them. */
  readonly ownedBy?: ReadonlySet<string> | undefined
  /** What terminates, where that is known already: then nothing is scanned. */
  readonly scanned?: Scan | undefined
}

export interface Survey {
  readonly snapshot: Snapshot
  /** What was read, for a watch that goes on from here. */
  readonly scan: Scan
  readonly types: readonly ResourceType[]
  /** What is kept though not terminating: by `contentOf`, `allOf`, `ownedBy` and `finalized`. */
  readonly content: readonly Finding[]
  /** Whether the namespace asked for exists; null where nothing was asked or it could not be found out. */
  readonly namespaceExists: boolean | null
}

const NOT_LOOKED: NamespaceLook = { exists: null, unreadable: [] }

/**
 * One look at a cluster: every terminating object of the scope with its finalizers and owners, and everything that
 * could not be read. `now` is the time that ages count to. Rejects with ApiFailure only where nothing can be read.
 */
export async function survey(transport: Transport, request: SurveyRequest, now: Date): Promise<Survey> {
  const types = typesToRead(request)
  const { contentOf: namespaces, ownedBy: owners, finalized, ownersSeen } = request
  const wanted = { namespaces, owners, finalized, ownersSeen }
  const read = { ...request, types, wanted, served: request.discovery.types }
  const scanned = request.scanned ?? (await scanAround(transport, read, request.allOf))
  const [terminating, content] = split(scanned.findings)
  const fellBack = scanned.fellBack.length > 0
  const namespace = request.namespace ?? (fellBack ? request.fallbackNamespace : undefined)
  const look = namespace === undefined ? NOT_LOOKED : await lookAtNamespace(transport, namespace, request)
  const findings = distinct([...terminating, ...namespaceFinding(look, request)])
  const described = await describeFindings(transport, findings, request, now)
  const unreadable = [
    ...unknownGroups(request),
    ...scanned.unreadable,
    ...look.unreadable.filter(() => request.namespace !== undefined),
    ...described.unreadable,
  ]
  return {
    snapshot: {
      takenAt: rfc3339(now),
      objects: described.objects.toSorted(byNamespaceAndName),
      unreadable: unreadable.toSorted((a, b) => a.resource.localeCompare(b.resource)),
      ...(fellBack && { fallbackNamespace: request.fallbackNamespace!, fallbackTypes: scanned.fellBack }),
      objectsRead: scanned.objectsRead,
      typesRead: scanned.typesRead,
    },
    scan: { ...scanned, findings },
    types,
    content,
    namespaceExists: request.namespace === undefined ? null : look.exists,
  }
}

/** Objects with owners and spec.finalizers looked up: the reads that only findings need. */
export async function describeFindings(
  transport: Transport,
  findings: readonly Finding[],
  request: Pick<SurveyRequest, 'discovery' | 'signal'>,
  now: Date,
): Promise<{ readonly objects: TerminatingObject[]; readonly unreadable: readonly Unreadable[] }> {
  const namespaces = findings.filter(({ type }) => isNamespaces(type)).map(({ meta }) => meta)
  const [inSpec, ownersOf] = await Promise.all([
    readNamespaceFinalizers(transport, namespaces, request.signal),
    resolveOwners(transport, findings, request.discovery.types, request.signal),
  ])
  const objects = findings.map(finding =>
    terminatingObject(finding, ownersOf(finding), inSpec.byUid.get(finding.meta.uid) ?? [], now),
  )
  return { objects, unreadable: inSpec.unreadable }
}

/** With -n, a cluster-scoped type is read only if it was named, as in kubectl; the Namespace is read by name. */
export function typesToRead({
  types,
  discovery,
  namespace,
}: Pick<SurveyRequest, 'types' | 'discovery' | 'namespace'>): readonly ResourceType[] {
  const wanted = types ?? preferredTypes(discovery.types).filter(type => !isLeftOutOfSurvey(resourceName(type)))
  if (namespace === undefined) return wanted
  return wanted.filter(type => type.namespaced || (types !== undefined && !isNamespaces(type)))
}

function namespaceFinding(look: NamespaceLook, request: SurveyRequest): Finding[] {
  const wanted = request.types ?? preferredTypes(request.discovery.types)
  const type = wanted.find(isNamespaces)
  return type && look.meta?.deletionTimestamp !== undefined ? [{ type, meta: look.meta }] : []
}

function split(findings: readonly Finding[]): [terminating: Finding[], content: Finding[]] {
  const isTerminating = ({ meta }: Finding): boolean => meta.deletionTimestamp !== undefined
  return [findings.filter(isTerminating), findings.filter(finding => !isTerminating(finding))]
}

function distinct(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map(finding => [finding.meta.uid, finding])).values()]
}

/** Groups that discovery could not tell about; when the user named types, only those in the groups of these. */
function unknownGroups({ discovery, types }: SurveyRequest): readonly Unreadable[] {
  if (types === undefined) return discovery.unreadable
  const groups = new Set(types.map(type => `*.${type.group}`))
  return discovery.unreadable.filter(entry => groups.has(entry.resource))
}

function terminatingObject(
  { type, meta }: Finding,
  owners: readonly Owner[],
  specFinalizers: readonly string[],
  now: Date,
): TerminatingObject {
  const inSpec = specFinalizers.map(name => ({ name, field: 'spec' as const }))
  const finalizers = inMetadata(meta.finalizers ?? NONE)
  return {
    ref: refOf(type, meta),
    deletionTimestamp: meta.deletionTimestamp!,
    deletionGracePeriodSeconds: meta.deletionGracePeriodSeconds,
    ageSeconds: deletionAgeSeconds(meta, now),
    finalizers: inSpec.length === 0 ? finalizers : [...inSpec, ...finalizers],
    owners,
  }
}

/** Objects of one type mostly have the same list. */
const inMetadata = oncePer((names: readonly string[]): readonly Finalizer[] =>
  names.map(name => ({ name, field: 'metadata' })),
)

/** Cluster-scoped objects first, then namespace by namespace: the order of `kubectl get -A`. */
function byNamespaceAndName(a: TerminatingObject, b: TerminatingObject): number {
  return (
    compare(a.ref.namespace ?? '', b.ref.namespace ?? '') ||
    compare(a.ref.resource, b.ref.resource) ||
    compare(a.ref.name, b.ref.name)
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
