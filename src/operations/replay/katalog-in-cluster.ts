import { isAbsence } from '../../api/absence.ts'
import { ApiFailure } from '../../api/failure.ts'
import type { KubeObject } from '../../api/object.ts'
import { listPath, objectPath } from '../../api/path.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import { clusterRoleBindings } from '../../cluster/cluster-role-bindings.ts'
import { listAll } from '../../cluster/list-pages.ts'
import { readKubeObject } from '../../cluster/read-object.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import { accountsOf } from '../../diagnosis/controller/holders.ts'
import { overlaps, wordsOf } from '../../diagnosis/controller/kinship.ts'
import { type GroupsFile, openGroups } from '../../groups/groups-file.ts'
import { message, Trouble } from '../../messages/sentence.ts'

const CONFIG_MAPS = { group: '', version: 'v1', plural: 'configmaps' }
const OWN_WORDS = new Set(['orkestra', 'inrun'])
const DEPLOYMENTS = { group: 'apps', version: 'v1', plural: 'deployments' }
/** Objects a page: a Katalog can be a MiB. */
const PAGE_SIZE = 50

/** The generated bundle's ConfigMap, by Orkestra's two names, where it belongs. */
const BUNDLES = [
  { namespace: 'orkestra-system', name: 'orkestra-katalog' },
  { namespace: 'inrun-system', name: 'inrun-catalog' },
]
/** How the ConfigMaps of the bundle (elsewhere), and of the Helm chart, are labelled. */
const LABELS = [
  `app.kubernetes.io/name in (${[...OWN_WORDS].join(',')})`,
  'component=runtime',
  'app.kubernetes.io/component=runtime',
]
/** How the chart labels the workload that reads the Katalog. */
const RUNTIME = 'app.kubernetes.io/component=runtime'

/** Finalizers and annotations of this domain are Orkestra's, by its names over time. */
const MARK = /^(orkestra\.orkspace\.io|orkestra\.konductor\.io|inrun\.dev)\//
/** A text that means to be one of its files, right or wrong. */
const MEANT = /^[ \t]*"?apiVersion"?:[ \t]*["']?(orkestra\.orkspace\.io|orkestra\.konductor\.io|inrun\.dev)\//m

/** Whether an object says of itself that Orkestra manages it. */
export function isOfOrkestra({ metadata: { finalizers = [], annotations = {} } }: KubeObject): boolean {
  return [...finalizers, ...Object.keys(annotations)].some(name => MARK.test(name))
}

/**
 * Katalogs as ConfigMaps of the cluster hold them: found by name, by label, and by the workloads that mount them; texts
 * that mean to be no Katalog are passed over. What is deleted by one is deleted with the rights of who runs this: so it
 * tells which of them (`isTrusted`) no user of a namespace could have written. Throws a GroupsError for one that is
 * wrong, and Trouble where they cannot be looked for: without it another order would be taken than the operator's.
 */
export async function katalogsInCluster(transport: Transport, signal: AbortSignal) {
  try {
    const deployments = await list(transport, DEPLOYMENTS, RUNTIME, signal)
    const mounted = deployments.flatMap(mountedKatalogs)
    const named = [...BUNDLES, ...mounted].map(place => configMap(transport, place, signal))
    const labelled = LABELS.map(selector => list(transport, CONFIG_MAPS, selector, signal))
    const found = (await Promise.all([...named, ...labelled])).flat()
    const distinct = new Map(found.map(object => [object.metadata.uid, object]))
    const katalogs = [...distinct.values()].flatMap(object => {
      const { namespace = '' } = object.metadata
      return katalogsOf(object, mounted).map(file => ({ file, namespace }))
    })
    const own = katalogs.length === 0 ? new Set() : await ownNamespaces(transport, signal)
    return katalogs.map(({ file, namespace }) => ({ file, isTrusted: own.has(namespace) }))
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    throw new Trouble(message('KatalogsUnread', { why: error.message }))
  }
}

/** Those of the bundles, and of the accounts that ClusterRoleBindings of Orkestra name, where these may be read. */
async function ownNamespaces(transport: Transport, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const bindings = await clusterRoleBindings(transport, signal)
  const own = bindings.flatMap(({ metadata, roleRef, subjects }) =>
    overlaps(wordsOf(metadata.name, roleRef?.name ?? ''), OWN_WORDS) ? accountsOf(subjects) : [],
  )
  return new Set([...BUNDLES, ...own].flatMap(({ namespace }) => namespace ?? []))
}

function list(
  transport: Transport,
  type: Pick<ResourceType, 'group' | 'version' | 'plural'>,
  labelSelector: string,
  signal: AbortSignal,
): Promise<readonly KubeObject[]> {
  return listAll(transport, { path: listPath(type), pageSize: PAGE_SIZE, query: { labelSelector }, signal })
}

async function configMap(
  transport: Transport,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  signal: AbortSignal,
): Promise<readonly KubeObject[]> {
  try {
    return [await readKubeObject(transport, { method: 'GET', path: objectPath(CONFIG_MAPS, name, namespace), signal })]
  } catch (error) {
    if (isAbsence(error, name)) return []
    throw error
  }
}

/** All texts of a ConfigMap; of one that a workload mounts only the file that it is told to read. */
function katalogsOf({ metadata, ...object }: KubeObject, mounted: readonly MountedKatalog[]): readonly GroupsFile[] {
  const { data = {} } = object as { data?: Readonly<Record<string, string>> }
  const keys = mounted
    .filter(({ namespace, name }) => namespace === metadata.namespace && name === metadata.name)
    .flatMap(({ key }) => key ?? [])
  const texts = Object.entries(data).filter(([key]) => keys.length === 0 || keys.includes(key))
  return texts.flatMap(([key, text]) => {
    if (!MEANT.test(text)) return []
    const file = openGroups(`configmap ${metadata.namespace}/${metadata.name} (${key})`, text)
    return file.system === 'orkestra' ? [file] : []
  })
}

/** A ConfigMap that a workload mounts, and the key in it that its arguments name. */
interface MountedKatalog {
  readonly namespace: string
  readonly name: string
  /** undefined: no argument names a file in it. */
  readonly key: string | undefined
}

interface PodSpec {
  readonly volumes?: readonly { readonly name: string; readonly configMap?: { readonly name?: string } }[]
  readonly containers?: readonly Container[]
}

interface Container {
  readonly command?: readonly string[]
  readonly args?: readonly string[]
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string; readonly subPath?: string }[]
}

/** The ConfigMaps that a Deployment mounts; `--file <mount>/<key>`, or `--file=`, says which key is the Katalog. */
export function mountedKatalogs(deployment: KubeObject): readonly MountedKatalog[] {
  const { spec } = deployment as { spec?: { template?: { spec?: PodSpec } } }
  const { volumes = [], containers = [] } = spec?.template?.spec ?? {}
  return volumes.flatMap(volume => {
    const name = volume.configMap?.name
    if (name === undefined) return []
    const keys = containers.flatMap(container => keysIn(container, volume.name))
    return [{ namespace: deployment.metadata.namespace ?? '', name, key: keys[0] }]
  })
}

function keysIn({ command = [], args = [], volumeMounts = [] }: Container, volume: string): readonly string[] {
  const words = [...command, ...args]
  const files = words.flatMap((word, index) => {
    const inOne = /^--?file=(.*)$/.exec(word)?.[1]
    if (inOne !== undefined) return [inOne]
    return /^--?file$/.test(word) ? (words[index + 1] ?? []) : []
  })
  return volumeMounts
    .filter(mount => mount.name === volume)
    .flatMap(({ mountPath, subPath }) => {
      if (subPath !== undefined) return files.includes(mountPath) ? [subPath] : []
      const folder = `${mountPath.replace(/\/$/, '')}/`
      return files.filter(file => file.startsWith(folder)).map(file => file.slice(folder.length))
    })
}
