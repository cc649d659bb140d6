import type { KubeObject } from '../../api/object.ts'
import { resourceName } from '../../api/resource-type.ts'
import { unsavableKind } from '../../diagnosis/unsavable.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import { byName, inOwnerOrder, type Saved, volumeSpecOf } from './rescue.ts'

/** What others refer to before what refers to it; a quota last, so that it does not count what is still to come. */
const ORDER = [
  'serviceaccounts',
  'secrets',
  'configmaps',
  'roles.rbac.authorization.k8s.io',
  'rolebindings.rbac.authorization.k8s.io',
  'persistentvolumeclaims',
  'services',
]
const LAST = [
  'deployments.apps',
  'statefulsets.apps',
  'daemonsets.apps',
  'replicasets.apps',
  'cronjobs.batch',
  'horizontalpodautoscalers.autoscaling',
  'limitranges',
  'resourcequotas',
]

/** Objects in the order of creation: what others ask for by name first, custom resources, then what runs. */
export function inCreationOrder(content: readonly Saved[]): readonly Saved[] {
  const rank = ({ type }: Saved): number => {
    const name = resourceName(type)
    const first = ORDER.indexOf(name)
    return first >= 0 ? first : ORDER.length + 1 + LAST.indexOf(name)
  }
  return inOwnerOrder(content.toSorted((a, b) => rank(a) - rank(b) || byName(a, b)))
}

/** What of a namespace is created again, in that order, and what is not, each with why not. */
export function splitContent(content: readonly Saved[]): {
  readonly back: readonly Saved[]
  readonly left: readonly { readonly each: Saved; readonly why: Sentence }[]
} {
  const ordered = inCreationOrder(content)
  const uids = new Set(ordered.map(({ object }) => object.metadata.uid))
  const left = ordered.flatMap(each => {
    const why = notCreated(each, uids)
    return why === undefined ? [] : [{ each, why }]
  })
  return { back: ordered.filter(each => !left.some(other => other.each === each)), left }
}

/** Why an object of a namespace is not created again; undefined: it is. */
function notCreated({ type, object }: Saved, uids: ReadonlySet<string>): Sentence | undefined {
  const resource = resourceName(type)
  const { name, ownerReferences } = object.metadata
  const kind = unsavableKind(resource)
  if (kind !== undefined) return kind
  if (resource === 'configmaps' && name === 'kube-root-ca.crt') return message('EveryNamespaceHas')
  if (resource === 'serviceaccounts' && name === 'default') return message('EveryNamespaceHas')
  if (resource === 'secrets' && object.type === 'kubernetes.io/service-account-token')
    return message('TokenOfOldAccount')
  const controller = ownerReferences?.find(each => each.controller && uids.has(each.uid))
  const isWorkload = ['apps', 'batch'].includes(controller?.apiVersion.split('/')[0] ?? '')
  if (controller === undefined || !isWorkload || resource === 'persistentvolumeclaims') return undefined
  return message('CreatedByOwner', { owner: nameOf(controller.kind, controller.name) })
}

interface PodParts {
  readonly template?: { readonly spec?: PodParts }
  readonly jobTemplate?: { readonly spec?: PodParts }
  readonly serviceAccountName?: string
  readonly volumes?: readonly {
    readonly configMap?: { readonly name?: string; readonly optional?: boolean }
    readonly secret?: { readonly secretName?: string; readonly optional?: boolean }
    readonly persistentVolumeClaim?: { readonly claimName?: string }
  }[]
}

/**
 * What was in the namespace and is gone, as far as what is left tells: owners, claims of volumes, what Pods and their
 * templates name. Each as `secret/x, which deployment/web names`, once. That something is not told proves nothing.
 */
export function missingFrom(content: readonly Saved[], volumes: readonly Saved[]): readonly Sentence[] {
  const uids = new Set(content.map(({ object }) => object.metadata.uid))
  const names = new Set(content.map(({ object }) => nameOf(object.kind, object.metadata.name)))
  const missing = new Map<string, Sentence>()
  const tell = (kind: string, name: string, sentence: (what: string) => Sentence): void => {
    const what = nameOf(kind, name)
    if (!names.has(what) && !missing.has(what)) missing.set(what, sentence(what))
  }
  for (const { object } of content) {
    const own = nameOf(object.kind, object.metadata.name)
    for (const { kind, name, uid } of object.metadata.ownerReferences ?? [])
      if (!uids.has(uid)) tell(kind, name, what => message('MissingOwner', { name: what, of: own }))
    for (const [kind, name] of namedBy(object))
      tell(kind, name, what => message('MissingNamed', { name: what, by: own }))
  }
  for (const { object } of volumes) {
    const claim = volumeSpecOf(object).claimRef
    const volume = object.metadata.name
    if (claim !== undefined)
      tell('PersistentVolumeClaim', claim.name, name => message('MissingClaim', { name, volume }))
  }
  return [...missing.values()]
}

function nameOf(kind: string, name: string): string {
  return `${kind.toLowerCase()}/${name}`
}

function namedBy({ kind, spec }: KubeObject): readonly (readonly [kind: string, name: string])[] {
  const parts = (spec ?? {}) as PodParts
  const template = parts.jobTemplate?.spec?.template ?? parts.template
  const pod = kind === 'Pod' ? parts : template?.spec
  if (pod === undefined) return []
  return [
    ...(pod.serviceAccountName ? [['ServiceAccount', pod.serviceAccountName] as const] : []),
    ...(pod.volumes ?? []).flatMap(({ configMap, secret, persistentVolumeClaim }) => [
      ...(configMap?.name && !configMap.optional ? [['ConfigMap', configMap.name] as const] : []),
      ...(secret?.secretName && !secret.optional ? [['Secret', secret.secretName] as const] : []),
      ...(persistentVolumeClaim?.claimName
        ? [['PersistentVolumeClaim', persistentVolumeClaim.claimName] as const]
        : []),
    ]),
  ]
}
