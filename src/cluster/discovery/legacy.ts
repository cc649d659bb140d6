import { ApiFailure, codeOf } from '../../api/failure.ts'
import { parseApiVersion, type ResourceType } from '../../api/resource-type.ts'
import { ShapeError } from '../../api/shape.ts'
import { mapConcurrently } from '../map-concurrently.ts'
import { shaped } from '../read-object.ts'
import { readJson } from '../transport/read.ts'
import type { Transport } from '../transport/transport.ts'
import { unreadable } from '../unreadable.ts'
import type { Discovery } from './discovered.ts'
import { Fields } from './fields.ts'

const CONCURRENT_REQUESTS = 8

/** The core group of a server that does not aggregate discovery. Throws a ShapeError for another document. */
export function discoverCoreLegacy(transport: Transport, body: object, signal?: AbortSignal): Promise<Discovery> {
  const versions = new Fields(body).texts('versions')
  if (versions.length === 0) throw new ShapeError('versions is empty')
  return discoverGroupVersions(transport, versions, signal)
}

/**
 * The other groups, preferred version first. Such a server lists a group even when nothing answers behind it: the
 * request for its types then fails, which makes only that group unreadable. Throws a ShapeError for another document.
 */
export function discoverGroupsLegacy(transport: Transport, body: object, signal?: AbortSignal): Promise<Discovery> {
  return discoverGroupVersions(transport, groupVersionsIn(body), signal)
}

/**
 * The same discovery, with what its aggregated document left out although the server lists the group version: one that
 * is busy with definitions leaves a group out for a while (seen on 1.36). What cannot be read is in `unreadable`.
 */
export async function withLeftOut(
  discovery: Discovery,
  transport: Transport,
  signal?: AbortSignal,
): Promise<Discovery> {
  try {
    const told = new Set(discovery.types.map(({ group, version }) => `${group}/${version}`))
    const unread = new Set(discovery.unreadable.map(({ resource }) => resource))
    const leftOut = (await groupVersionsListed(transport, signal)).filter(
      each => !told.has(each) && !unread.has(`*.${parseApiVersion(each).group}`),
    )
    const found = await discoverGroupVersions(transport, leftOut, signal)
    return { types: [...discovery.types, ...found.types], unreadable: [...discovery.unreadable, ...found.unreadable] }
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.fault.kind === 'aborted') throw error
    // A recording has the aggregated document alone.
    if (error.fault.kind === 'unrecorded') return discovery
    return { ...discovery, unreadable: [...discovery.unreadable, unreadable('*', error)] }
  }
}

/** Every group version but the core's that the server lists in the form that does not aggregate. */
async function groupVersionsListed(transport: Transport, signal?: AbortSignal): Promise<readonly string[]> {
  const request = { method: 'GET', path: '/apis', headers: { accept: 'application/json' }, signal } as const
  const { body } = await readJson(transport, request)
  return shaped(request, () => groupVersionsIn(body))
}

function groupVersionsIn(body: object): readonly string[] {
  return new Fields(body).listed('groups').flatMap(group => {
    const all = group.listed('versions').map(version => version.text('groupVersion'))
    const first = group.part('preferredVersion').text('groupVersion', '')
    return first === '' ? all : [first, ...all.filter(groupVersion => groupVersion !== first)]
  })
}

async function discoverGroupVersions(
  transport: Transport,
  groupVersions: readonly string[],
  signal?: AbortSignal,
): Promise<Discovery> {
  const found: ResourceType[][] = groupVersions.map(() => [])
  const failed = new Map<string, ApiFailure>()
  await mapConcurrently(CONCURRENT_REQUESTS, groupVersions, async (groupVersion, index) => {
    const { group, version } = parseApiVersion(groupVersion)
    const request = {
      method: 'GET',
      path: group === '' ? `/api/${version}` : `/apis/${group}/${version}`,
      signal,
    } as const
    try {
      const { body } = await readJson(transport, request)
      found[index] = shaped(request, () => listed(group, version, body))
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.fault.kind === 'aborted') throw error
      failed.set(groupVersion, error)
    }
  })
  const gone = await goneSince(failed, transport, signal)
  const unread = [...failed].filter(([groupVersion]) => !gone.has(groupVersion))
  return {
    types: found.flat(),
    unreadable: unread.map(([groupVersion, error]) => unreadable(`*.${parseApiVersion(groupVersion).group}`, error)),
  }
}

/** Those answered by a 404 that are no longer listed: they are gone. Any other 404 is a route that was lost. */
async function goneSince(
  failed: ReadonlyMap<string, ApiFailure>,
  transport: Transport,
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> {
  const lost = [...failed].filter(([, error]) => codeOf(error) === 404).map(([groupVersion]) => groupVersion)
  if (lost.every(groupVersion => parseApiVersion(groupVersion).group === '')) return new Set()
  try {
    const now = new Set(await groupVersionsListed(transport, signal))
    return new Set(lost.filter(each => parseApiVersion(each).group !== '' && !now.has(each)))
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.fault.kind === 'aborted') throw error
    return new Set()
  }
}

function listed(group: string, version: string, body: unknown): ResourceType[] {
  const list = new Fields(body)
  // Go writes a list of none as null.
  const resources = list.text('kind', '') === 'APIResourceList' ? list.given('resources') : list.listed('resources')
  return resources
    .filter(resource => !resource.text('name').includes('/'))
    .map(resource => ({
      group,
      version,
      plural: resource.text('name'),
      kind: resource.text('kind'),
      singular: resource.text('singularName', '') || resource.text('kind').toLowerCase(),
      shortNames: resource.texts('shortNames'),
      categories: resource.texts('categories'),
      namespaced: resource.isTrue('namespaced'),
      verbs: resource.texts('verbs'),
    }))
}
