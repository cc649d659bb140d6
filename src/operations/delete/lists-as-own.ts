import type { KubeObject, ObjectMeta } from '../../api/object.ts'
import type { ObjectRef } from '../../api/object-ref.ts'
import { oncePer } from '../../api/once-per.ts'
import { parseApiVersion } from '../../api/resource-type.ts'
import { fieldsOf } from '../../api/shape.ts'
import { applicationIn } from '../preflight/sources/argocd-application.ts'
import { kustomizationIn } from '../preflight/sources/flux-inventory.ts'

const TRACKING = 'argocd.argoproj.io/tracking-id'

/**
 * Whether the inventory of a GitOps tool has this object; undefined: it has no inventory. Anyone who may
 * write an object can mark it; only the tool writes its inventory.
 */
export function listsAsOwn(syncer: KubeObject, ref: ObjectRef): boolean | undefined {
  const listed = keysOf(syncer)
  return listed.size === 0 ? undefined : listed.has(keyOf(ref))
}

/**
 * Whether an object of Flux has made this object: by its inventory, or, of a HelmRelease, which has none in older
 * versions, where it is in the namespace of the release. Its mark anybody may write who may write the object.
 */
export function keeps(syncer: KubeObject, ref: ObjectRef): boolean {
  const isListed = listsAsOwn(syncer, ref)
  if (isListed !== undefined || syncer.kind !== 'HelmRelease') return isListed === true
  const { targetNamespace } = fieldsOf(syncer.spec)
  return ref.namespace === undefined || [syncer.metadata.namespace, targetNamespace].includes(ref.namespace)
}

/** Read once of each: many objects are asked about. */
const keysOf = oncePer((syncer: KubeObject): ReadonlySet<string> => {
  const listed = [...kustomizationIn(syncer).entries, ...applicationIn(syncer).resources]
  return new Set(listed.map(keyOf))
})

function keyOf({
  apiVersion,
  kind,
  namespace = '',
  name,
}: Pick<ObjectRef, 'apiVersion' | 'kind' | 'namespace' | 'name'>): string {
  return `${parseApiVersion(apiVersion).group}/${kind} ${namespace}/${name}`
}

/** For an object without a mark, the Application's list counts only if the Application deploys to this cluster. */
export function isOfApplication(application: KubeObject, ref: ObjectRef, meta: ObjectMeta): boolean {
  const { name, namespace } = application.metadata
  const isListed = listsAsOwn(application, ref)
  if (!isTracked(ref, meta)) return isListed === true && applicationIn(application).elsewhere === undefined
  const marked = meta.annotations![TRACKING]!.split(':')[0]!
  return isListed === true && [name, `${namespace}_${name}`].includes(marked)
}

/** Argo CD passes over a mark that was copied from another object: `APPLICATION:GROUP/KIND:NAMESPACE/NAME`. */
export function isTracked({ apiVersion, kind, namespace = '', name }: ObjectRef, { annotations }: ObjectMeta): boolean {
  const [, type, place] = annotations?.[TRACKING]?.split(':') ?? []
  const { group } = parseApiVersion(apiVersion)
  return type === `${group}/${kind}` && (place === `${namespace}/${name}` || place?.endsWith(`/${name}`) === true)
}
