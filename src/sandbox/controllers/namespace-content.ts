import type { KubeObject } from '../../api/object.ts'
import { listPath } from '../../api/path.ts'
import { discoveredGroups } from '../discovery/groups.ts'
import type { Server } from '../server.ts'
import { brokenConversion, readFailure } from '../types/conversion.ts'
import type { ServedType } from '../types/served-type.ts'
import { type Client, errorText } from './client.ts'

/** What one pass over a terminating namespace found. */
export interface RemainingContent {
  /** Group versions that discovery could not read: any single one keeps every namespace. */
  readonly discovery: readonly string[]
  readonly errors: readonly string[]
  /**
   * `plural.group` → objects left. Empty when pods block: the real controller returns before it fills it
   * (kubernetes-deletion.md 2.4).
   */
  readonly resources: ReadonlyMap<string, number>
  readonly finalizers: ReadonlyMap<string, number>
  /** Something is on its way out: come back later. */
  readonly waiting: boolean
}

interface Leftover {
  readonly count: number
  readonly finalizers: readonly string[]
  readonly error?: string
}

/** What a pass would report that finds everything as it is now and deletes nothing. */
export function remainingContent(server: Server, namespace: string): RemainingContent {
  const discovery = staleVersions(server)
  const errors: string[] = []
  const resources = new Map<string, number>()
  const finalizers = new Map<string, number>()
  for (const type of preferredTypes(discoveredTypes(server))) {
    const objects = server.store.list(type.storage).filter(object => object.metadata.namespace === namespace)
    const broken = brokenConversion(server, type)
    if (broken !== undefined) {
      // Deleting what is there fails by itself; where nothing is, the list that looks for leftovers fails.
      errors.push(objects.length > 0 ? broken : readFailure(server, type)!)
      continue
    }
    if (objects.length === 0) continue
    if (type.storage === 'pods') {
      return { discovery, errors: [], resources: new Map(), finalizers: new Map(), waiting: true }
    }
    resources.set(`${type.plural}.${type.group}`, objects.length)
    for (const finalizer of objects.flatMap(object => object.metadata.finalizers ?? [])) {
      finalizers.set(finalizer, (finalizers.get(finalizer) ?? 0) + 1)
    }
  }
  return { discovery, errors, resources, finalizers, waiting: resources.size > 0 }
}

/** Pods first, and nothing else while one remains (KEP-5080); then every deletable type in its preferred version. */
export async function deleteContent(server: Server, client: Client, namespace: string): Promise<RemainingContent> {
  const discovery = staleVersions(server)
  const types = preferredTypes(discoveredTypes(server))
  const pods = types.find(type => type.storage === 'pods')!
  const errors: string[] = []
  const podsLeft = await deleteAll(server, client, pods, namespace)
  if (podsLeft.error !== undefined) errors.push(podsLeft.error)
  const none = new Map<string, number>()
  if (podsLeft.count > 0) return { discovery, errors, resources: none, finalizers: none, waiting: true }

  const resources = new Map<string, number>()
  const finalizers = new Map<string, number>()
  let waiting = false
  for (const type of types.filter(candidate => candidate !== pods)) {
    const left = await deleteAll(server, client, type, namespace)
    if (left.error !== undefined) errors.push(left.error)
    if (left.count === 0) continue
    resources.set(`${type.plural}.${type.group}`, left.count)
    for (const finalizer of left.finalizers) finalizers.set(finalizer, (finalizers.get(finalizer) ?? 0) + 1)
    waiting ||= left.error === undefined
  }
  return { discovery, errors, resources, finalizers, waiting }
}

function staleVersions(server: Server): string[] {
  return discoveredGroups(server).flatMap(({ name, versions }) =>
    versions.filter(({ stale }) => stale).map(({ version }) => `${name}/${version}`),
  )
}

function discoveredTypes(server: Server): ServedType[] {
  return discoveredGroups(server).flatMap(({ versions }) => versions.flatMap(version => version.types))
}

/** One version per resource, the first in preference order, of those that are namespaced and can be deleted. */
function preferredTypes(types: readonly ServedType[]): ServedType[] {
  const chosen = new Map<string, ServedType>()
  for (const type of types) {
    const key = `${type.plural}.${type.group}`
    if (type.namespaced && type.verbs.includes('delete') && !chosen.has(key)) chosen.set(key, type)
  }
  return [...chosen.values()]
}

async function deleteAll(server: Server, client: Client, type: ServedType, namespace: string): Promise<Leftover> {
  const inNamespace = () => server.store.list(type.storage).filter(object => object.metadata.namespace === namespace)
  // The real controller asks the server for every type; an empty readable one answers nothing, so it is left out here.
  if (inNamespace().length === 0 && readFailure(server, type) === undefined) return { count: 0, finalizers: [] }
  const path = listPath(type, namespace)
  const options = { apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy: 'Background' }
  const deleted = await client.send('DELETE', path, options)
  if (deleted.code >= 400) return { count: 0, finalizers: [], error: errorText(deleted) }
  const listed = await client.send('GET', path)
  if (listed.code >= 400) return { count: 0, finalizers: [], error: errorText(listed) }
  const left = (listed.body as { items: readonly KubeObject[] }).items
  const finalizers = left.flatMap(object => object.metadata.finalizers ?? [])
  const found = { count: left.length, finalizers }
  if (left.length === 0 || finalizers.length > 0 || haveTime(server, namespace, left)) return found
  const gvr = `${type.group}/${type.version}, Resource=${type.plural}`
  return { ...found, error: `unexpected items still remain in namespace: ${namespace} for gvr: ${gvr}` }
}

/** Pods have their longest grace period since the Namespace's deletion; anything else left without finalizers, none. */
function haveTime(server: Server, namespace: string, left: readonly KubeObject[]): boolean {
  const { deletionTimestamp = '' } = server.store.get('namespaces', undefined, namespace)?.metadata ?? {}
  const graces = left.filter(({ kind, status }) => kind === 'Pod' && !hasEnded(status)).map(graceOf)
  return server.now() - Date.parse(deletionTimestamp) < Math.max(0, ...graces) * 1000
}

function hasEnded(status: unknown): boolean {
  return ['Succeeded', 'Failed'].includes((status as { phase?: string } | undefined)?.phase ?? '')
}

function graceOf({ spec }: KubeObject): number {
  return (spec as { terminationGracePeriodSeconds?: number } | undefined)?.terminationGracePeriodSeconds ?? 0
}
