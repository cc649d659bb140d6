import type { ObjectMeta } from '../../../api/object.ts'
import type { ResourceType } from '../../../api/resource-type.ts'
import { message, type Sentence, Trouble } from '../../../messages/sentence.ts'
import { type Manifest, parseManifests } from '../parse-manifests.ts'
import { type HelmRelease, readHelmRelease, type StorageTools } from './helm-storage.ts'
import { type Listed, withoutMark } from './listed.ts'

/** What `helm uninstall` leaves alone (helm pkg/kube/resource_policy.go). */
const POLICY = 'helm.sh/resource-policy'
/** By which Helm marks what is its own since 3.2 (helm pkg/action/validate.go). */
const OWN_NAME = 'meta.helm.sh/release-name'
const OWN_NAMESPACE = 'meta.helm.sh/release-namespace'

/**
 * The objects of a Helm release that is stored in a namespace, without CRDs, what Helm keeps, and what does not say
 * that it is of this release. Rejects with an Error of one line.
 */
export async function listHelmRelease(name: string, storedIn: string, tools: StorageTools): Promise<Listed> {
  const release = await readHelmRelease(name, storedIn, tools)
  const { manifests, namespace, notes, keeps } = objectsOf(release, storedIn)
  // Helm stores a release in its own namespace: users of another one could have written this of it.
  if (namespace !== storedIn)
    throw new Trouble(message('ReleaseOfOtherNamespace', { release: name, storedIn, namespace }))
  return {
    manifests,
    namespace,
    stored: {
      keepers: [],
      isHelm: true,
      notes: [...notes, message('ReleaseStays', { release: name, namespace: storedIn })],
      spares: ({ type, meta }) => {
        if (type.plural === 'customresourcedefinitions') return message('CrdByItsOwnName')
        return keeps(type, meta) ?? (isOwn(meta, name, namespace) ? undefined : withoutMark(`release ${name}`))
      },
    },
  }
}

/** What a release holds, and why Helm leaves one of it alone when it uninstalls the release; undefined: it does not. */
export function objectsOf(release: HelmRelease, storedIn: string) {
  const manifests = release.manifest.trim() === '' ? [] : parseManifests(release.manifest, `release "${release.name}"`)
  const kept = new Set(manifests.filter(isKept).map(({ kind, name }) => `${kind} ${name}`))
  return {
    manifests,
    namespace: release.namespace === '' ? storedIn : release.namespace,
    notes: [
      ...(manifests.length === 0 ? [message('ListsNothing', { name: `release ${release.name}` })] : []),
      ...notesOn(release),
    ],
    // Two of one kind and name in two namespaces are both kept: rather one too many.
    keeps: ({ kind }: ResourceType, meta: ObjectMeta): string | undefined =>
      kept.has(`${kind} ${meta.name}`) || isKept(meta) ? `${POLICY}: keep` : undefined,
  }
}

function isKept({ annotations }: Pick<Manifest, 'annotations'>): boolean {
  return annotations?.[POLICY]?.trim().toLowerCase() === 'keep'
}

/** Whether an object says that it is of this release. */
export function isOwn({ annotations }: ObjectMeta, name: string, namespace: string): boolean {
  return annotations?.[OWN_NAME] === name && annotations[OWN_NAMESPACE] === namespace
}

function notesOn({ name, revision, status, hooks }: HelmRelease): readonly Sentence[] {
  const ofDeletion = hooks.filter(({ events }) =>
    events.some(event => event === 'pre-delete' || event === 'post-delete'),
  )
  const names = ofDeletion.map(hook => `${hook.kind} ${hook.name}`)
  return [
    ...(status === 'deployed' ? [] : [message('ReleaseNotDeployed', { release: name, revision, status })]),
    ...(names.length === 0 ? [] : [message('HelmRunsHooks', { hooks: names })]),
  ]
}
