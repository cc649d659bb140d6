import type { ObjectMeta } from '../../../api/object.ts'
import { visible } from '../../../api/visible.ts'
import { type Manifest, parseManifests } from '../parse-manifests.ts'
import type { HelmRelease } from './helm-record.ts'
import { readHelmRelease, type StorageTools } from './helm-storage.ts'
import type { Listed } from './listed.ts'

/** What `helm uninstall` leaves alone (helm pkg/kube/resource_policy.go). */
const POLICY = 'helm.sh/resource-policy'
/** By which Helm marks what is its own since 3.2 (helm pkg/action/validate.go). */
const OWN_NAME = 'meta.helm.sh/release-name'
const OWN_NAMESPACE = 'meta.helm.sh/release-namespace'

/** The objects of a Helm release in a namespace. Rejects with an Error of one line. */
export async function listHelmRelease(name: string, namespace: string, tools: StorageTools): Promise<Listed> {
  return listedBy(await readHelmRelease(name, namespace, tools), namespace)
}

/** What a release holds, without CRDs, what Helm keeps, and what does not say that it is of this release. */
export function listedBy(release: HelmRelease, storedIn: string): Listed {
  const namespace = release.namespace === '' ? storedIn : release.namespace
  const manifests = parseManifests(release.manifest, `release "${release.name}"`)
  const kept = new Set(manifests.filter(isKept).map(keyOf))
  return {
    manifests,
    namespace,
    stored: {
      keepers: [],
      notes: notesOn(release),
      spares: ({ type, meta }) => {
        if (type.plural === 'customresourcedefinitions') return 'a CRD is only deleted by its own name'
        const key = keyOf({ kind: type.kind, name: meta.name, annotations: meta.annotations })
        if (kept.has(key) || isKept(meta)) return `${POLICY}: keep`
        return isOwn(meta, release.name, namespace) ? undefined : `it has no mark of release ${visible(release.name)}`
      },
    },
  }
}

function isKept({ annotations }: Pick<Manifest, 'annotations'>): boolean {
  return annotations?.[POLICY]?.trim().toLowerCase() === 'keep'
}

/** Two objects of one kind and name that are in two namespaces are both kept: rather one too many. */
function keyOf({ kind, name }: Pick<Manifest, 'kind' | 'name' | 'annotations'>): string {
  return `${kind} ${name}`
}

function isOwn({ annotations }: ObjectMeta, name: string, namespace: string): boolean {
  return annotations?.[OWN_NAME] === name && annotations[OWN_NAMESPACE] === namespace
}

function notesOn({ name, revision, status, hooks }: HelmRelease): readonly string[] {
  const ofDeletion = hooks.filter(({ events }) =>
    events.some(event => event === 'pre-delete' || event === 'post-delete'),
  )
  const names = ofDeletion.map(hook => `${hook.kind} ${hook.name}`)
  return [
    ...(status === 'deployed'
      ? []
      : [`revision ${revision} of release ${name} is ${status}, not deployed: objects of other revisions may be left`]),
    ...(names.length === 0 ? [] : [`Helm would run these hooks, which are not run here: ${names.join(', ')}`]),
    `the stored release stays; after the deletion, "helm uninstall ${name}" removes it`,
  ]
}
