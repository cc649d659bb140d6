import type { KubeObject, ObjectMeta } from '../../../api/object.ts'
import { fieldsOf } from '../../../api/shape.ts'
import type { Manifest } from '../parse-manifests.ts'

/** What is read of an Application of Argo CD (argo-cd pkg/apis/application/v1alpha1/types.go). */
export interface Application {
  readonly meta: ObjectMeta
  /** Of the cluster that it is for, if that is another one: its name or address. */
  readonly elsewhere: string | undefined
  /** What it lists as its own, without hooks. */
  readonly resources: readonly Manifest[]
  /** Whether Argo CD deletes these when the Application is deleted. */
  readonly cascades: boolean
  /** Whether Argo CD runs hooks at its deletion. */
  readonly hasDeletionHooks: boolean
}

const CASCADE = 'resources-finalizer.argocd.argoproj.io'
const HOOKS = /^(?:pre|post)-delete-finalizer\.argocd\.argoproj\.io(?:\/|$)/

/** The address of the cluster in which Argo CD itself runs, and its name. */
const HERE_SERVER = 'https://kubernetes.default.svc'
const HERE_NAME = 'in-cluster'

/** Reads an Application; of a form that Argo CD does not write it takes nothing. */
export function applicationIn({ metadata, spec, status }: KubeObject): Application {
  const { server, name } = fieldsOf(fieldsOf(spec).destination)
  const isHere = typeof server === 'string' && server !== '' ? server === HERE_SERVER : name === HERE_NAME
  const { resources } = fieldsOf(status)
  const finalizers = metadata.finalizers ?? []
  return {
    meta: metadata,
    elsewhere: isHere
      ? undefined
      : [server, name].filter(text => typeof text === 'string' && text !== '').join(' ') || 'no destination',
    resources: Array.isArray(resources) ? resources.flatMap(resourceIn) : [],
    cascades: finalizers.some(each => each === CASCADE || each.startsWith(`${CASCADE}/`)),
    hasDeletionHooks: finalizers.some(each => HOOKS.test(each)),
  }
}

function resourceIn(value: unknown): readonly Manifest[] {
  const { group, version, kind, namespace, name, hook } = fieldsOf(value)
  if (typeof version !== 'string' || typeof kind !== 'string' || typeof name !== 'string' || hook === true) return []
  const apiVersion = typeof group === 'string' && group !== '' ? `${group}/${version}` : version
  const place = typeof namespace === 'string' && namespace !== '' ? { namespace } : {}
  return [{ file: 'status.resources', apiVersion, kind, name, ...place }]
}
