import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { fieldsOf, textOf } from '../../../api/shape.ts'
import { message, Trouble } from '../../../messages/sentence.ts'

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

export interface HelmHook {
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
