import type { ApiFailure } from '../../api/failure.ts'
import type { Finding } from '../../cluster/scan/scan.ts'
import type { CatalogueEntry } from '../../diagnosis/catalogue/catalogue.ts'
import type { DirectCause } from '../../diagnosis/direct-causes.ts'
import type { ExplainedObject } from '../../diagnosis/explanation.ts'
import type { StuckObject } from '../../diagnosis/stuck-object.ts'
import type { Ports } from '../ports.ts'
import { duringScan } from '../scan-progress.ts'
import type { QueryName } from './asked.ts'
import type { Inspection } from './diagnose-cluster.ts'
import { EVERYTHING, type InspectionRequest, inspectCluster } from './inspect-cluster.ts'
import { type ClusterScope, readNamed } from './named-objects.ts'
import { isNothingRead } from './read-failures.ts'

/** What was asked for, explained. */
export interface FoundObjects extends Pick<Inspection, 'causes' | 'unreadable' | 'interrupted'> {
  readonly objects: readonly DiagnosedObject[]
  /** Named, and not being deleted. */
  readonly live: readonly Finding[]
  /** One for each name that could not be read. */
  readonly failures: readonly ApiFailure[]
  /** Types were not read, for whatever reason: there may be more of what was asked for. */
  readonly partial: boolean
  /** Not one type was read. */
  readonly nothingRead: boolean
}

/** An object as the rules look at it, its explanation, and what they say holds it directly. */
export interface DiagnosedObject {
  readonly held: StuckObject
  readonly explained: ExplainedObject
  readonly causes: readonly DirectCause[]
  /** What is known of one of its finalizers. */
  readonly knownOf?: (finalizer: string) => CatalogueEntry | undefined
}

/** Which objects, of all that the options say. */
export interface ObjectQuery extends Omit<InspectionRequest, 'observe'> {
  /** Without a namespace: not only in the context's. */
  readonly everywhere: boolean
}

const NOTHING: FoundObjects = {
  objects: [],
  causes: [],
  live: [],
  failures: [],
  unreadable: [],
  partial: false,
  nothingRead: false,
  interrupted: false,
}

/** Finds and explains what the options name. Rejects with ApiFailure where nothing can be read. */
export async function findStuck(options: ObjectQuery, scope: ClusterScope, ports: Ports): Promise<FoundObjects> {
  const { asked, keeps } = options
  const { transport, discovery, namespace: contextNamespace } = scope
  const { signal } = ports
  const named = asked.kind === 'names' ? await readNamed(asked.names, { ...scope, signal }) : undefined
  const live = named?.found.filter(({ meta }) => meta.deletionTimestamp === undefined) ?? []
  const terminating = named?.found.filter(({ meta }) => meta.deletionTimestamp !== undefined)
  const failures = named?.failures ?? []
  if (terminating?.length === 0) return { ...NOTHING, live, failures }
  // kubectl means the context's namespace where a set of a namespaced type has none.
  const home = asked.kind === 'types' && !options.everywhere ? contextNamespace : undefined
  const isHere = ({ ref }: StuckObject): boolean =>
    home === undefined || ref.namespace === undefined || ref.namespace === home
  const request = {
    ...options,
    transport,
    discovery,
    fallbackNamespace: contextNamespace,
    named: terminating,
    observe: undefined,
    keeps: (object: StuckObject) => keeps(object) && isHere(object),
  }
  const looked = await duringScan(ports, report => inspectCluster(request, ports, report))
  const objects = stuckIn(looked)
  const { causes, interrupted, unreadable } = looked
  const partial = looked.survey.snapshot.unreadable.length > 0
  const nothingRead = isNothingRead(looked.survey.snapshot, ports)
  return { objects, causes, live, failures, unreadable, partial, nothingRead, interrupted }
}

/** Finds and explains the one object that is named. Rejects as `findStuck` does. */
export function findNamed(name: QueryName, where: ClusterScope, ports: Ports): Promise<FoundObjects> {
  return findStuck({ ...EVERYTHING, asked: { kind: 'names', names: [name] }, everywhere: false }, where, ports)
}

/** What an inspection was asked for and found, each with its explanation and what holds it itself. */
export function stuckIn({ asked, objects, direct, knownOf }: Inspection): readonly DiagnosedObject[] {
  const explained = new Map(objects.map(object => [object.ref.uid, object]))
  return asked
    .filter(({ ref }) => explained.has(ref.uid))
    .map(held => ({
      held,
      explained: explained.get(held.ref.uid)!,
      causes: direct.get(held.ref.uid) ?? [],
      knownOf: finalizer => knownOf(held, finalizer),
    }))
}
