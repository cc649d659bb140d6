import { isAbsence } from '../../api/absence.ts'
import { ApiFailure } from '../../api/failure.ts'
import type { KubeObject } from '../../api/object.ts'
import { listPath, objectPath } from '../../api/path.ts'
import { listAll } from '../../cluster/list-pages.ts'
import { readKubeObject } from '../../cluster/read-object.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import { GroupsError } from '../../groups/groups-error.ts'
import { type GroupsFile, openGroups } from '../../groups/groups-file.ts'
import { type MountedKatalog, mountedKatalogs } from './mounted-katalogs.ts'

const CONFIG_MAPS = { group: '', version: 'v1', plural: 'configmaps' }
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
  'app.kubernetes.io/name in (orkestra,inrun)',
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
 * that mean to be no Katalog are passed over. Throws a GroupsError for one that is wrong, or that cannot be looked for:
 * without it another order would be taken than the operator's.
 */
export async function katalogsInCluster(transport: Transport, signal: AbortSignal): Promise<readonly GroupsFile[]> {
  try {
    const deployments = await list(transport, DEPLOYMENTS, RUNTIME, signal)
    const mounted = deployments.flatMap(mountedKatalogs)
    const named = [...BUNDLES, ...mounted].map(place => configMap(transport, place, signal))
    const labelled = LABELS.map(selector => list(transport, CONFIG_MAPS, selector, signal))
    const found = [...(await Promise.all(named)), ...(await Promise.all(labelled))].flat()
    const distinct = new Map(found.map(object => [object.metadata.uid, object]))
    return [...distinct.values()].flatMap(object => katalogsOf(object, mounted))
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    const why = `the Katalog of Orkestra could not be searched for: ${error.message}`
    throw new GroupsError({ file: 'ConfigMaps of the cluster' }, `${why}; specify the file with -f`)
  }
}

function list(
  transport: Transport,
  type: typeof CONFIG_MAPS,
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
