import type { KubeObject } from '../../api/object.ts'
import { oncePer } from '../../api/once-per.ts'
import { OF_OTHERS } from '../leaks.ts'

/**
 * Names of a thing outside the cluster, whatever its kind: status.id, status.atProvider.arn of Crossplane's providers,
 * status.ackResourceMetadata.arn of aws-controllers-k8s, spec.csi.volumeHandle of Kubernetes, and the like.
 */
const OWN = /^(id|arn|handle|(external|resource|provider)_?(id|name))$/i
/** crossplane/crossplane-runtime:pkg/meta/meta.go, crossplane.io/external-name; and annotations named alike. */
const OWN_ANNOTATION = /\/(external|resource)-(name|id)$/
const DEEPEST = 4

/**
 * The names of an object itself, in the cluster and outside: its name, its ids, and fields that are called after its
 * kind (`bucketName` of a Bucket). Other fields, as the network that it is in, name another thing.
 */
export const ownNames = oncePer((object: KubeObject): readonly string[] => {
  const found = new Set([object.metadata.name])
  const kind = object.kind.toLowerCase()
  for (const [name, value] of Object.entries(object.metadata.annotations ?? {}))
    if (value !== '' && (OWN_ANNOTATION.test(name) || isIdOfKind(name, kind))) found.add(value)
  for (const part of [object.status, object.spec]) walk(part, kind, 0, found)
  return [...found]
})

function walk(value: unknown, kind: string, depth: number, found: Set<string>): void {
  // What is in a list, there is more than one of.
  if (depth > DEEPEST || typeof value !== 'object' || value === null || Array.isArray(value)) return
  for (const [field, inner] of Object.entries(value)) {
    if (typeof inner !== 'string') {
      if (!OF_OTHERS.test(field)) walk(inner, kind, depth + 1, found)
    } else if (inner !== '' && (OWN.test(field) || isOfKind(field, kind))) {
      found.add(inner)
      // The last part of an ARN or of a provider's id is what errors name.
      const last = inner.split(/[/:]/).at(-1)!
      if (last.length > 3) found.add(last)
    }
  }
}

/** `example.com/cloud.clusterID` of a VirtualCluster (kubernetes-retired/multi-tenancy#425). */
function isIdOfKind(annotation: string, kind: string): boolean {
  const field = annotation.split('/').at(-1)!.split('.').at(-1)!
  return field.toLowerCase().endsWith('id') && isOfKind(field, kind)
}

/** `bucketName` and `bucket` of a Bucket or an S3Bucket; `targetGroupARN` of a TargetGroupBinding. */
function isOfKind(field: string, kind: string): boolean {
  const called = field.toLowerCase().replace(/_?(name|id|arn|identifier)$/, '')
  return called.length > 2 && (kind.endsWith(called) || kind.startsWith(called))
}
