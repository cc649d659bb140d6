import type { KubeObject, ObjectMeta } from '../../../api/object.ts'
import { fieldsOf } from '../../../api/shape.ts'
import type { Leaving } from '../../../messages/arguments.ts'
import type { Manifest } from '../parse-manifests.ts'

/** What is read of a Kustomization of Flux (kustomize-controller api/v1/kustomization_types.go). */
export interface Kustomization {
  readonly meta: ObjectMeta
  readonly entries: readonly Manifest[]
  /** Entries that name no object. */
  readonly malformed: readonly string[]
  readonly isElsewhere: boolean
  /** Why Flux leaves its objects when it is deleted; undefined: it deletes them. */
  readonly leaves: Leaving | undefined
}

/** Reads a Kustomization; of a form that Flux does not write it takes nothing. */
export function kustomizationIn({ metadata, spec, status }: KubeObject): Kustomization {
  const { prune, suspend, deletionPolicy, kubeConfig } = fieldsOf(spec)
  const { entries } = fieldsOf(fieldsOf(status).inventory)
  const read = Array.isArray(entries) ? entries.map(entry => [entry, entryIn(entry)] as const) : []
  return {
    meta: metadata,
    entries: read.flatMap(([, manifests]) => manifests),
    malformed: read.flatMap(([entry, { length }]) =>
      length === 0 ? [JSON.stringify(fieldsOf(entry).id ?? entry)] : [],
    ),
    isElsewhere: kubeConfig !== undefined && kubeConfig !== null,
    leaves: leavingOf(prune === true, suspend === true, deletionPolicy),
  }
}

/** kustomize-controller internal/controller/kustomization_controller.go, finalize. */
function leavingOf(prune: boolean, suspend: boolean, deletionPolicy: unknown): Leaving | undefined {
  if (suspend) return 'suspended'
  if (deletionPolicy === 'Orphan') return 'orphaning'
  if (deletionPolicy === 'Delete' || deletionPolicy === 'WaitForTermination') return undefined
  return prune ? undefined : 'not pruning'
}

/** `NAMESPACE_NAME_GROUP_KIND`; a colon in a name is two underscores (cli-utils pkg/object/objmetadata.go). */
function entryIn(value: unknown): readonly Manifest[] {
  const { id, v } = fieldsOf(value)
  if (typeof id !== 'string' || typeof v !== 'string') return []
  const first = id.indexOf('_')
  const last = id.lastIndexOf('_')
  const middle = id.lastIndexOf('_', last - 1)
  if (first < 0 || middle <= first) return []
  const namespace = id.slice(0, first)
  const name = id.slice(first + 1, middle).replaceAll('__', ':')
  const group = id.slice(middle + 1, last)
  const kind = id.slice(last + 1)
  if (name === '' || kind === '' || v === '') return []
  const apiVersion = group === '' ? v : `${group}/${v}`
  return [{ file: 'status.inventory', apiVersion, kind, name, ...(namespace !== '' && { namespace }) }]
}

/** Where a HelmRelease of Flux has its release stored (helm-controller api/v2/helmrelease_types.go). */
export function releasePlaceOf({ metadata, spec, status }: KubeObject) {
  const { releaseName, targetNamespace, storageNamespace, kubeConfig } = fieldsOf(spec)
  const { history, storageNamespace: storedIn } = fieldsOf(status)
  const newest = Array.isArray(history) ? fieldsOf(history[0]).name : undefined
  const prefix = typeof targetNamespace === 'string' && targetNamespace !== '' ? `${targetNamespace}-` : ''
  const texts = (...values: readonly unknown[]) => values.find(each => typeof each === 'string' && each !== '')
  return {
    name: texts(newest, releaseName, `${prefix}${metadata.name}`) as string,
    storedIn: texts(storedIn, storageNamespace, metadata.namespace, 'default') as string,
    isElsewhere: kubeConfig !== undefined && kubeConfig !== null,
  }
}
