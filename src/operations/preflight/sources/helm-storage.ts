import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { ApiFailure } from '../../../api/failure.ts'
import type { ObjectMeta } from '../../../api/object.ts'
import { nameOf } from '../../../api/object-ref.ts'
import { listPath } from '../../../api/path.ts'
import type { ResourceType } from '../../../api/resource-type.ts'
import { fieldsOf, textOf } from '../../../api/shape.ts'
import { requiredType } from '../../../cluster/discovery/discovery.ts'
import type { FactSource } from '../../../cluster/facts/fact-source.ts'
import { listAll } from '../../../cluster/list-pages.ts'
import { ONLY_METADATA_LIST } from '../../../cluster/metadata-accept.ts'
import { readWhole } from '../../../cluster/read-whole.ts'
import { message, sentenceOf, Trouble } from '../../../messages/sentence.ts'

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

/** A release of Helm, as it was stored: what is read of it here. */
export interface HelmRelease {
  readonly name: string
  readonly namespace: string
  readonly revision: number
  readonly status: string
  /** Its objects, as YAML; hooks and the CRDs of the chart's folder `crds/` are not among them. */
  readonly manifest: string
  readonly hooks: readonly HelmHook[]
}

interface HelmHook {
  readonly kind: string
  readonly name: string
  /** `pre-delete`, `post-install`, … */
  readonly events: readonly string[]
}

/** A Secret holds 1 MiB. Of texts gzip makes a tenth, of zeros a thousandth. */
const MAX_BYTES = 64 << 20
const GZIP = [0x1f, 0x8b, 0x08]

/**
 * The release in the text that Helm stores under the key `release`: base64 of JSON, packed by gzip but in very old
 * ones (helm pkg/storage/driver/util.go, decodeRelease). Rejects with an Error of one line for anything else, and for
 * what is larger than 64 MiB when it is unpacked.
 */
export async function decodeRelease(text: string): Promise<HelmRelease> {
  const packed = Buffer.from(text, 'base64')
  const isPacked = GZIP.every((byte, at) => packed[at] === byte)
  const bytes = isPacked ? await unpacked(packed) : packed
  return releaseIn(parsed(bytes.toString('utf8')))
}

async function unpacked(packed: Buffer): Promise<Buffer> {
  try {
    return await promisify<Buffer, object, Buffer>(gunzip)(packed, { maxOutputLength: MAX_BYTES })
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    const large = message('LargerThan', { mebibytes: MAX_BYTES >> 20, what: 'decompressed' })
    throw new Trouble(isLarge ? large : message('NotDecompressed'))
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Trouble(message('NoJson'))
  }
}

/** The form is pkg/release/v1/release.go of helm, as JSON. */
function releaseIn(value: unknown): HelmRelease {
  const { name, namespace, version, info, manifest, hooks } = fieldsOf(value)
  if (typeof name !== 'string' || typeof version !== 'number' || typeof manifest !== 'string')
    throw new Trouble(message('NoReleaseOfHelm'))
  return {
    name,
    namespace: typeof namespace === 'string' ? namespace : '',
    revision: version,
    status: textOf(fieldsOf(info).status),
    manifest,
    hooks: Array.isArray(hooks) ? hooks.map(hookIn) : [],
  }
}

function hookIn(value: unknown): HelmHook {
  const { kind, name, events } = fieldsOf(value)
  return { kind: textOf(kind), name: textOf(name), events: Array.isArray(events) ? events.map(textOf) : [] }
}
