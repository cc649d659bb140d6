import { ApiFailure } from '../../../api/failure.ts'
import type { ObjectMeta } from '../../../api/object.ts'
import { nameOf } from '../../../api/object-ref.ts'
import { listPath } from '../../../api/path.ts'
import type { ResourceType } from '../../../api/resource-type.ts'
import { requiredType } from '../../../cluster/discovery/required-type.ts'
import type { FactSource } from '../../../cluster/facts/fact-source.ts'
import { listAll } from '../../../cluster/list-pages.ts'
import { ONLY_METADATA_LIST } from '../../../cluster/metadata-accept.ts'
import { readWhole } from '../../../cluster/read-whole.ts'
import { message, sentenceOf, Trouble } from '../../../messages/sentence.ts'
import { decodeRelease, type HelmRelease } from './helm-record.ts'

export interface StorageTools extends Pick<FactSource, 'transport' | 'discovery' | 'pageSize'> {
  readonly signal: AbortSignal
}

/**
 * Where Helm stores releases in a cluster, the place of its default first (helm
 * pkg/storage/driver/{secrets,cfgmaps}.go).
 */
const STORES = ['secrets', 'configmaps']

/**
 * The newest revision of a Helm release that is stored in a namespace. Of all others only metadata is read. Rejects
 * with an Error of one line where none is stored, the newest cannot be read, or it is no release.
 */
export async function readHelmRelease(name: string, namespace: string, tools: StorageTools): Promise<HelmRelease> {
  for (const store of STORES) {
    const type = requiredType(store, tools.discovery)
    const newest = await newestIn(type, name, namespace, tools)
    if (newest === undefined) continue
    return await contentOf(type, newest, namespace, tools)
  }
  throw new Trouble(message('ReleaseNotStored', { release: name, namespace }))
}

/** Whether a release of this name is stored in a namespace. Rejects with a one-line Error where that is unreadable. */
export async function isStored(name: string, namespace: string, tools: StorageTools): Promise<boolean> {
  for (const store of STORES)
    if ((await newestIn(requiredType(store, tools.discovery), name, namespace, tools)) !== undefined) return true
  return false
}

async function newestIn(
  type: ResourceType,
  name: string,
  namespace: string,
  { transport, pageSize, signal }: StorageTools,
): Promise<ObjectMeta | undefined> {
  const query = { labelSelector: `owner=helm,name=${name}` }
  const request = { path: listPath(type, namespace), pageSize, query, headers: { accept: ONLY_METADATA_LIST }, signal }
  const stored = await reading(type, namespace, () => listAll(transport, request))
  const revisions = stored.map(({ metadata }) => metadata).filter(meta => revisionOf(meta) > 0)
  return revisions.toSorted((a, b) => revisionOf(b) - revisionOf(a))[0]
}

function revisionOf({ labels }: ObjectMeta): number {
  return /^\d{1,9}$/.test(labels?.version ?? '') ? Number(labels!.version) : 0
}

async function contentOf(
  type: ResourceType,
  { name }: ObjectMeta,
  namespace: string,
  { transport, signal }: StorageTools,
): Promise<HelmRelease> {
  const object = await reading(type, namespace, () => readWhole(transport, type, { name, namespace }, signal))
  const place = `${nameOf({ resource: type.plural, name })} in namespace ${namespace}`
  const { release } = (object?.data ?? {}) as { readonly release?: unknown }
  if (typeof release !== 'string') throw new Trouble(message('StoredReleaseMissing', { place }))
  // The data of a Secret is base64 of what Helm stores.
  const text = type.plural === 'secrets' ? Buffer.from(release, 'base64').toString('latin1') : release
  return await decodeRelease(text).catch(error => {
    throw new Trouble(message('CannotBeRead', { what: { releaseAt: place }, why: sentenceOf(error) }))
  })
}

async function reading<Read>({ plural }: ResourceType, namespace: string, read: () => Promise<Read>): Promise<Read> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    const why = `${plural} in namespace ${namespace}: ${error.message}`
    throw new Trouble(message('CannotBeRead', { what: 'releases', why }))
  }
}
