import type { KubeObject, ObjectMeta } from './object.ts'
import { oncePer } from './once-per.ts'
import { apiVersionOf, type ResourceType, resourceName } from './resource-type.ts'
import { visible } from './visible.ts'

/** What can be the name of an object; a template, a URL or an ARN cannot. */
export const NAME = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/

/** Names one object for people and scripts: `ref` of docs/contract.md, 3. */
export interface ObjectRef {
  readonly apiVersion: string
  readonly kind: string
  /** `plural` or `plural.group`. */
  readonly resource: string
  readonly namespace?: string | undefined
  readonly name: string
  readonly uid: string
}

/** The ref of an object whose type and metadata are known. */
export function refOf(type: ResourceType, meta: ObjectMeta): ObjectRef {
  const { apiVersion, kind, resource } = namesOf(type)
  return { apiVersion, kind, resource, namespace: meta.namespace, name: meta.name, uid: meta.uid }
}

/** The same by the name of its type alone. */
export function refIn(resource: string, { apiVersion, kind, metadata }: KubeObject): ObjectRef {
  return { apiVersion, kind, resource, namespace: metadata.namespace, name: metadata.name, uid: metadata.uid }
}

type TypeNames = Pick<ObjectRef, 'apiVersion' | 'kind' | 'resource'>

/** Thousands of objects are of one type: no texts are made for each. */
const namesOf = oncePer(
  (type: ResourceType): TypeNames => ({
    apiVersion: apiVersionOf(type),
    kind: type.kind,
    resource: resourceName(type),
  }),
)

/** `ConfigMap shop/settings`: an object within a sentence about others. */
export function kindAndName({ kind, namespace, name }: Pick<ObjectRef, 'kind' | 'namespace' | 'name'>): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`
}

/** `configmaps/settings`: an object in its namespace, as a plan and a refusal call it; safe to print. */
export function nameOf({ resource, name }: Pick<ObjectRef, 'resource' | 'name'>): string {
  return visible(`${resource}/${name}`)
}

/** `configmaps/settings in namespace shop`: the same, where the place is not plain from what stands around it. */
export function placedName(ref: Pick<ObjectRef, 'resource' | 'namespace' | 'name'>): string {
  return `${nameOf(ref)}${ref.namespace === undefined ? '' : ` in namespace ${visible(ref.namespace)}`}`
}

/** `configmaps/settings (example.com/hold)`: the same with what holds it. */
export function heldName({
  ref,
  finalizers,
}: {
  readonly ref: ObjectRef
  readonly finalizers: readonly string[]
}): string {
  return `${nameOf(ref)}${finalizers.length === 0 ? '' : ` (${[...new Set(finalizers)].join(', ')})`}`
}
