import { uncut } from '../api/cut-text.ts'
import { DEFINITIONS } from '../api/definitions.ts'
import type { KubeObject } from '../api/object.ts'
import type { ObjectRef } from '../api/object-ref.ts'
import { factFrom, message } from '../messages/sentence.ts'
import { type Evidence, type Remedy, toRepair } from './explanation.ts'
import type { Facts } from './facts.ts'
import { commandLine, namespaceFlag, typeAndName } from './shell-quote.ts'
import type { StuckObject } from './stuck-object.ts'

/** etcd takes 1.5 MiB a request unless told otherwise; an object that is nearly as large cannot take another field. */
const MAX_BYTES = 1.5 * 1024 * 1024
const NEAR_BYTES = MAX_BYTES * 0.9
/** All annotations of an object together. */
const NEAR_ANNOTATION_BYTES = 256 * 1024 * 0.9
const DEEPEST = 8

/** An object that is so large that writes of it fail, with the one field that is the most of it. */
export interface Bulk {
  readonly bytes: number
  readonly field: { readonly path: readonly string[]; readonly bytes: number }
}

/**
 * The bulk of an object near a limit of the server; undefined for others. Its size in etcd is about that of its JSON.
 * If it is `told` to be too large, a third of the limit is near: the write would have made it larger.
 */
export function bulkOf(read: KubeObject, { told = false } = {}): Bulk | undefined {
  const object = uncut(read)
  const { annotations = {} } = object.metadata
  const bytes = sizeOf(object)
  const near = told ? MAX_BYTES / 3 : NEAR_BYTES
  if (bytes < near && sizeOf(annotations) < NEAR_ANNOTATION_BYTES) return undefined
  const from: readonly string[] = bytes < near ? ['metadata', 'annotations'] : []
  return { bytes, field: largest(from.length === 0 ? withoutSystemFields(object) : annotations, from) }
}

export function bulkEvidence({ ref, bulk }: { readonly ref: ObjectRef; readonly bulk: Bulk }): Evidence {
  const { bytes, field } = bulk
  const most = { field: field.path.join('.'), fieldBytes: field.bytes, maxBytes: MAX_BYTES }
  return factFrom(ref.resource, 'SizeOfObject', { object: `${ref.kind} ${ref.name}`, bytes, ...most })
}

/** Makes room in the object by its largest field, of which a copy is kept. */
export function shrink(held: Pick<StuckObject, 'ref' | 'type'>, { field }: Bulk, facts: Facts): Remedy {
  const { ref } = held
  const { path } = field
  const place = namespaceFlag(ref.namespace)
  const object = [...typeAndName(ref.resource, ref.name), ...place]
  const isAnnotation = path[0] === 'metadata' && path[1] === 'annotations' && path.length === 3
  const pointer = `/${path.map(step => step.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`
  const patch = JSON.stringify([{ op: 'remove', path: pointer }])
  const subresource = path[0] === 'status' && isStatusApart(held, facts) !== false ? ['--subresource=status'] : []
  return toRepair(
    message('MakeRoom', { field: path.join('.'), bytes: field.bytes }),
    [
      `${commandLine('kubectl', 'get', ...object, '-o', 'yaml')} > ${commandLine(`${ref.name}.yaml`)}`,
      isAnnotation
        ? commandLine('kubectl', 'annotate', ...object, `${path[2]}-`)
        : commandLine('kubectl', 'patch', ...object, ...subresource, '--type=json', '-p', patch),
    ],
    'medium',
  )
}

/** Whether the status is a subresource, as a CRD says of each version; undefined: no CRD that can be read says it. */
export function isStatusApart({ ref, type }: Pick<StuckObject, 'ref' | 'type'>, facts: Facts): boolean | undefined {
  const crd = facts.read({ about: 'object', resource: DEFINITIONS, name: ref.resource })
  if (crd.state !== 'known') return undefined
  const { versions = [] } = (crd.value.spec ?? {}) as { versions?: readonly Version[] }
  return versions.some(({ name, subresources }) => name === type.version && subresources?.status !== undefined)
}

type Version = { readonly name: string; readonly subresources?: { readonly status?: object } }

/** The server writes these itself. */
function withoutSystemFields({ apiVersion: _version, kind: _kind, ...object }: KubeObject): object {
  const { annotations, labels } = object.metadata
  return { ...object, metadata: { annotations, labels } }
}

/** Goes down into the largest field as long as most of it is one field again. */
function largest(value: unknown, path: readonly string[]): Bulk['field'] {
  const bytes = sizeOf(value)
  if (typeof value !== 'object' || value === null || path.length >= DEEPEST) return { path, bytes }
  const [first] = Object.entries(value)
    .map(([key, inner]) => ({ key, inner, size: sizeOf(inner) }))
    .toSorted((a, b) => b.size - a.size)
  if (first === undefined) return { path, bytes }
  const isMost = first.size * 2 > bytes || path.length < 2
  return isMost ? largest(first.inner, [...path, first.key]) : { path, bytes }
}

function sizeOf(value: unknown): number {
  return value === undefined ? 0 : new TextEncoder().encode(JSON.stringify(value)).length
}
