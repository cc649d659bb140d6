import { isAbsence } from '../../api/absence.ts'
import { ApiFailure } from '../../api/failure.ts'
import { nameOf, placedName } from '../../api/object-ref.ts'
import { parseApiVersion, type ResourceType, resourceName } from '../../api/resource-type.ts'
import type { Discovery } from '../../cluster/discovery/discovered.ts'
import { preferredTypes } from '../../cluster/discovery/discovery.ts'
import type { FactSource } from '../../cluster/facts/fact-source.ts'
import { CONCURRENT_READS, mapConcurrently } from '../../cluster/map-concurrently.ts'
import { listMetadata, readMetadata } from '../../cluster/read-metadata.ts'
import type { Finding } from '../../cluster/scan/scan.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import type { Manifest } from './parse-manifests.ts'

/** Of more objects of one type in one namespace one list is read in place of each. */
const MOST_SINGLE = 2

export interface FoundManifests {
  readonly found: readonly Finding[]
  /** `TYPE/NAME` of what is not there: nothing of it would be deleted. */
  readonly absent: readonly string[]
  /** Those of which the server does not have the type. */
  readonly untyped: readonly Manifest[]
}

interface Place {
  readonly type: ResourceType
  readonly namespace: string | undefined
  readonly names: readonly string[]
}

/**
 * The objects of a cluster that manifests name, in `namespace` where they name none. Rejects with ApiFailure where it
 * is not proven whether one exists.
 */
export async function findManifests(
  manifests: readonly Manifest[],
  namespace: string,
  { transport, discovery, pageSize }: Pick<FactSource, 'transport' | 'discovery' | 'pageSize'>,
  signal: AbortSignal,
): Promise<FoundManifests> {
  const { places, untyped } = placesOf(manifests, namespace, discovery)
  const found = new Map<string, Finding>()
  const absent: string[] = []
  await mapConcurrently(CONCURRENT_READS, places, async asked => {
    const metas = await (asked.names.length > MOST_SINGLE
      ? listed(asked, transport, pageSize, signal)
      : readEach(asked, transport, signal))
    for (const meta of metas) found.set(meta.uid, { type: asked.type, meta })
    const seen = new Set(metas.map(({ name }) => name))
    const { type, namespace: place } = asked
    for (const name of asked.names) {
      const ref = { resource: resourceName(type), namespace: place, name }
      if (!seen.has(name)) absent.push(place === namespace ? nameOf(ref) : placedName(ref))
    }
  })
  return { found: [...found.values()], absent: absent.toSorted(), untyped }
}

function placesOf(
  manifests: readonly Manifest[],
  namespace: string,
  discovery: Discovery,
): { readonly places: readonly Place[]; readonly untyped: readonly Manifest[] } {
  const places = new Map<string, { type: ResourceType; namespace: string | undefined; names: Set<string> }>()
  const untyped: Manifest[] = []
  const served = Map.groupBy(preferredTypes(discovery.types), ({ group, kind }) => `${group}/${kind}`)
  for (const manifest of manifests) {
    // An object is the same in each version of its type: any that is served will do.
    const [type] = served.get(`${parseApiVersion(manifest.apiVersion).group}/${manifest.kind}`) ?? []
    if (type === undefined) {
      untyped.push(manifest)
      continue
    }
    const place = type.namespaced ? (manifest.namespace ?? namespace) : undefined
    const key = `${resourceName(type)} ${place ?? ''}`
    const known = places.get(key) ?? { type, namespace: place, names: new Set<string>() }
    known.names.add(manifest.name)
    places.set(key, known)
  }
  return { places: [...places.values()].map(({ names, ...rest }) => ({ ...rest, names: [...names] })), untyped }
}

async function listed({ type, namespace, names }: Place, transport: Transport, pageSize: number, signal: AbortSignal) {
  const all = await listMetadata(transport, type, namespace, { pageSize, signal })
  const wanted = new Set(names)
  return all.map(({ meta }) => meta).filter(({ name }) => wanted.has(name))
}

async function readEach({ type, namespace, names }: Place, transport: Transport, signal: AbortSignal) {
  const metas = []
  for (const name of names) {
    try {
      metas.push(await readMetadata(transport, type, name, namespace, signal))
    } catch (error) {
      if (!(error instanceof ApiFailure) || !isAbsence(error, name)) throw error
    }
  }
  return metas
}
