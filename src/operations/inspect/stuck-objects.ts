import type { ApiFailure } from '../../api/failure.ts'
import type { Discovery } from '../../cluster/discovery/discovered.ts'
import type { Finding } from '../../cluster/scan/scan.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import type { CatalogueEntry } from '../../diagnosis/catalogue/catalogue.ts'
import type { DirectCause } from '../../diagnosis/direct-causes.ts'
import type { ExplainedObject } from '../../diagnosis/explanation.ts'
import type { StuckObject } from '../../diagnosis/stuck-object.ts'
import type { Ports } from '../ports.ts'
import { duringScan } from '../scan-progress.ts'
import type { Inspection } from './diagnose-cluster.ts'
import { type InspectionRequest, look } from './look.ts'
import { readNamed } from './named-objects.ts'
import { isNothingRead } from './read-failures.ts'

/** What was asked for, explained. */
export interface Stuck extends Pick<Inspection, 'causes' | 'unreadable' | 'interrupted'> {
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

export interface DiagnosedObject {
  readonly held: StuckObject
  readonly explained: ExplainedObject
  readonly causes: readonly DirectCause[]
  /** What is known of one of its finalizers. */
  readonly knownOf?: (finalizer: string) => CatalogueEntry | undefined
}

/** Which objects, of all that the options say. */
export interface Wanted extends Omit<InspectionRequest, 'observe'> {
  /** Without a namespace: not only in the context's. */
  readonly everywhere: boolean
}

const NOTHING: Stuck = {
  objects: [],
  causes: [],
  live: [],
  failures: [],
  unreadable: [],
  partial: false,
  nothingRead: false,
  interrupted: false,
}

/** A cluster, and -n or its context's namespace. */
export interface Where {
  readonly transport: Transport
  readonly discovery: Discovery
  readonly namespace: string
}

/** Finds and explains what the options name. Rejects with ApiFailure where nothing can be read. */
export async function findStuck(
  options: Wanted,
  { transport, discovery, namespace: contextNamespace }: Where,
  ports: Ports,
): Promise<Stuck> {
  const { asked, keeps } = options
  const named =
    asked.kind === 'names'
      ? await readNamed(transport, asked.names, discovery, contextNamespace, ports.signal)
      : undefined
  const live = named?.found.filter(({ meta }) => meta.deletionTimestamp === undefined) ?? []
  const terminating = named?.found.filter(({ meta }) => meta.deletionTimestamp !== undefined)
  const failures = named?.failures ?? []
  if (terminating?.length === 0) return { ...NOTHING, live, failures }
  const scope = { transport, discovery, fallbackNamespace: contextNamespace, named: terminating }
  // kubectl means the context's namespace where a set of a namespaced type has none.
  const home = asked.kind === 'types' && !options.everywhere ? contextNamespace : undefined
  const isHere = ({ ref }: StuckObject): boolean =>
    home === undefined || ref.namespace === undefined || ref.namespace === home
  const request = {
    ...options,
    observe: undefined,
    keeps: (object: StuckObject) => keeps(object) && isHere(object),
  }
  const looked = await duringScan(ports, report => look(scope, request, ports, report))
  const objects = stuckIn(looked)
  const { causes, interrupted, unreadable } = looked
  const partial = looked.survey.snapshot.unreadable.length > 0
  const nothingRead = isNothingRead(looked.survey.snapshot, ports)
  return { objects, causes, live, failures, unreadable, partial, nothingRead, interrupted }
}

/** What a look was asked for and found, each with its explanation and what holds it itself. */
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
