import { isAbsence } from '../../api/absence.ts'
import { ApiFailure } from '../../api/failure.ts'
import { isNamespaces } from '../../api/namespace-type.ts'
import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import type { Unreadable } from '../../api/terminating.ts'
import type { Discovery } from '../../cluster/discovery/discovered.ts'
import { otherVersionsOf } from '../../cluster/discovery/discovery.ts'
import { CONCURRENT_READS, mapConcurrently } from '../../cluster/map-concurrently.ts'
import { readMetadata } from '../../cluster/read-metadata.ts'
import type { Finding } from '../../cluster/scan/scan.ts'
import { describeFindings, type SurveyRequest } from '../../cluster/survey.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import { orFailure, unreadable } from '../../cluster/unreadable.ts'
import { heldOf, type StuckObject } from '../../diagnosis/stuck-object.ts'
import { isConversionFailure } from '../../statements/stored-objects.ts'
import type { QueryName } from './asked.ts'
import { typesNamed } from './types-named.ts'

/** A cluster, and -n or its context's namespace. */
export interface ClusterScope {
  readonly transport: Transport
  readonly discovery: Discovery
  readonly namespace: string
}

export interface NameScope extends ClusterScope {
  readonly signal: AbortSignal
}

export interface NamedObjects {
  /** In the order of the command line, each once. */
  readonly found: readonly Finding[]
  /** One for each name that could not be read: not there, forbidden, … */
  readonly failures: readonly ApiFailure[]
  /** Those of them that are no proof that the object is not there. */
  readonly unread: readonly Unreadable[]
}

/**
 * Reads the metadata of the objects that are named, in `namespace` where their type has one; terminating or not.
 * Throws an Error in kubectl's words for a type that the server does not have.
 */
export async function readNamed(names: readonly QueryName[], scope: NameScope): Promise<NamedObjects> {
  const { transport, discovery, namespace, signal } = scope
  const sought = names.flatMap(({ type, name }) => typesNamed([type], discovery)!.map(each => ({ type: each, name })))
  const found = new Map<string, Finding>()
  const failures: ApiFailure[] = []
  const unread: Unreadable[] = []
  const answers: (Finding | ApiFailure)[] = []
  await mapConcurrently(CONCURRENT_READS, [...sought.entries()], async ([index, { type, name }]) => {
    const read = (as: ResourceType) => readMeta(transport, as, name, namespace, signal)
    const answer = await read(type)
    answers[index] = answer
    if (!(answer instanceof ApiFailure && isConversionFailure(answer.message))) return
    for (const other of otherVersionsOf(type, discovery.types)) {
      const asStored = await read(other)
      if (asStored instanceof ApiFailure) continue
      answers[index] = asStored
      return
    }
  })
  for (const [index, answer] of answers.entries()) {
    if (!(answer instanceof ApiFailure)) {
      found.set(answer.meta.uid, answer)
      continue
    }
    failures.push(answer)
    const { type, name } = sought[index]!
    const where = type.namespaced ? namespace : undefined
    if (!isAbsence(answer, name)) unread.push(unreadable(resourceName(type), answer, where))
  }
  return { found: [...found.values()], failures, unread }
}

/** Just its metadata; a failure of the API is an answer too. */
export async function readMeta(
  transport: Transport,
  type: ResourceType,
  name: string,
  namespace: string,
  signal: AbortSignal,
): Promise<Finding | ApiFailure> {
  const meta = await orFailure(readMetadata(transport, type, name, type.namespaced ? namespace : undefined, signal))
  return meta instanceof ApiFailure ? meta : { type, meta }
}

/** Objects that have not been deleted, as the rules look at one; the reads are those that only findings need. */
export async function heldOfLive(
  transport: Transport,
  findings: readonly Finding[],
  request: Pick<SurveyRequest, 'discovery' | 'signal'>,
  now: Date,
): Promise<{ readonly held: readonly StuckObject[]; readonly unreadable: readonly Unreadable[] }> {
  const described = await describeFindings(transport, findings, request, now)
  const held = findings.map(({ type, meta }, index) => {
    const { finalizers, owners } = described.objects[index]!
    return { ...heldOf(type, meta), finalizers, owners }
  })
  return { held, unreadable: described.unreadable }
}

/**
 * The one namespace in which everything is that can hold these objects and is read by listing: theirs, or the Namespace
 * itself. undefined where they are in several, or cluster-scoped.
 */
export function commonNamespace(findings: readonly Finding[]): string | undefined {
  const [namespace, ...others] = new Set(
    findings.map(({ type, meta }) => (isNamespaces(type) ? meta.name : meta.namespace)),
  )
  return others.length === 0 ? namespace : undefined
}
