import type { KubeObject, ObjectMeta } from '../../../api/object.ts'
import { readWhole } from '../../../cluster/read-whole.ts'
import type { Finding } from '../../../cluster/scan/scan.ts'
import { message, type Sentence, Trouble } from '../../../messages/sentence.ts'
import { kustomizationIn, releasePlaceOf } from './flux-inventory.ts'
import { objectsOf } from './helm-release.ts'
import { readHelmRelease, type StorageTools } from './helm-storage.ts'
import { installedType } from './installed-type.ts'
import { type Listed, withoutMark } from './listed.ts'

export interface FluxName {
  readonly kind: 'Kustomization' | 'HelmRelease'
  readonly name: string
}

const RESOURCES: Readonly<Record<FluxName['kind'], string>> = {
  Kustomization: 'kustomizations.kustomize.toolkit.fluxcd.io',
  HelmRelease: 'helmreleases.helm.toolkit.fluxcd.io',
}

/**
 * An object of Flux and what it lists as its own: by its inventory, or by the Helm release that it stored. Rejects with
 * an Error of one line where it is not there or is for another cluster, and with ApiFailure where it cannot be read.
 */
export async function listFlux({ kind, name }: FluxName, namespace: string, tools: StorageTools): Promise<Listed> {
  const type = await installedType(RESOURCES[kind], tools)
  const object = await readWhole(tools.transport, type, { name, namespace }, tools.signal)
  if (object === undefined) throw new Trouble(message('NotInNamespace', { kind, name, namespace }))
  const keeper = { type, meta: object.metadata }
  return kind === 'Kustomization' ? byInventory(object, keeper) : byRelease(object, keeper, tools)
}

function byInventory(object: KubeObject, keeper: Finding): Listed {
  const { meta, entries, malformed, isElsewhere, leaves } = kustomizationIn(object)
  const name = `Kustomization ${meta.namespace}/${meta.name}`
  if (isElsewhere) throw elsewhere(name)
  return {
    manifests: entries,
    namespace: meta.namespace!,
    stored: {
      keepers: [keeper],
      notes: [
        ...(entries.length === 0 ? [message('ListsNothing', { name })] : []),
        ...(malformed.length === 0 ? [] : [message('EntriesMalformed', { name, names: malformed })]),
        message('KustomizationPrunes', { name, leaves }),
      ],
      spares: ({ meta: found }) => sparedBy(found, meta, name),
    },
  }
}

const OWN = 'kustomize.toolkit.fluxcd.io'
/** helm-controller internal/postrender/origin_labels.go. */
const OF_RELEASE = 'helm.toolkit.fluxcd.io'

/** What Flux does not prune (kustomize-controller internal/controller, finalize; fluxcd/pkg ssa, DeleteOptions). */
function sparedBy({ labels, annotations }: ObjectMeta, keeper: ObjectMeta, name: string): Sentence | undefined {
  const off = [`${OWN}/prune`, `${OWN}/reconcile`].find(
    key => (annotations?.[key] ?? labels?.[key])?.toLowerCase() === 'disabled',
  )
  if (off !== undefined) return `${off}: disabled`
  const isOwn = labels?.[`${OWN}/name`] === keeper.name && labels[`${OWN}/namespace`] === keeper.namespace
  return isOwn ? undefined : withoutMark(name)
}

async function byRelease(object: KubeObject, keeper: Finding, tools: StorageTools): Promise<Listed> {
  const { metadata } = object
  const { name, storedIn, isElsewhere } = releasePlaceOf(object)
  const own = `HelmRelease ${metadata.namespace}/${metadata.name}`
  if (isElsewhere) throw elsewhere(own)
  const { notes, ...listed } = objectsOf(await readHelmRelease(name, storedIn, tools), storedIn)
  const then = message('FluxUninstalls', { name: own, release: name })
  // Flux marks what it installs. In another namespace than its own, whoever wrote the HelmRelease may have named a
  // release of others.
  const isOwn = ({ labels, namespace }: ObjectMeta): boolean =>
    namespace === metadata.namespace ||
    (labels?.[`${OF_RELEASE}/name`] === metadata.name && labels[`${OF_RELEASE}/namespace`] === metadata.namespace)
  const spares = ({ type, meta }: Finding) => listed.keeps(type, meta) ?? (isOwn(meta) ? undefined : withoutMark(own))
  const { manifests, namespace } = listed
  return { manifests, namespace, stored: { keepers: [keeper], isHelm: true, notes: [...notes, then], spares } }
}

function elsewhere(name: string): Trouble {
  return new Trouble(message('OfAnotherCluster', { name, by: 'spec.kubeConfig' }))
}
