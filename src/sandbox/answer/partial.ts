import type { KubeObject } from '../../api/object.ts'

/** Metadata only: the item carries the kind of the form, never its own (kubernetes-deletion.md 7.1). */
export function partialObject(object: KubeObject, version: string): KubeObject {
  return { kind: 'PartialObjectMetadata', apiVersion: `meta.k8s.io/${version}`, metadata: object.metadata }
}
