import { ApiFailure } from '../../api/failure.ts'
import type { KubeObject } from '../../api/object.ts'
import { listPath } from '../../api/path.ts'
import { readJson } from '../../cluster/transport/read.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import { GroupsError } from '../../groups/groups-error.ts'
import type { GroupsFile } from '../../groups/groups-file.ts'
import { openGroups } from '../../groups/groups-file.ts'

/** How the ConfigMaps of the generated bundle, of the Helm chart, and of both under the later name are labelled. */
const SELECTORS = [
  'app.kubernetes.io/name in (orkestra,inrun)',
  'component=runtime',
  'app.kubernetes.io/component=runtime',
]
const NAMES = ['orkestra-katalog', 'inrun-catalog']

/** Finalizers and annotations of this domain are Orkestra's, by its names over time. */
const MARK = /^(orkestra\.orkspace\.io|orkestra\.konductor\.io|inrun\.dev)\//

/** Whether an object says of itself that Orkestra manages it. */
export function isOfOrkestra({ metadata: { finalizers = [], annotations = {} } }: KubeObject): boolean {
  return [...finalizers, ...Object.keys(annotations)].some(name => MARK.test(name))
}

/** Katalogs as ConfigMaps of the cluster hold them; those that are none are passed over. Rejects with ApiFailure. */
export async function katalogsInCluster(transport: Transport, signal: AbortSignal): Promise<readonly GroupsFile[]> {
  const queries = [
    ...SELECTORS.map(labelSelector => ({ labelSelector })),
    ...NAMES.map(name => ({ fieldSelector: `metadata.name=${name}` })),
  ]
  const lists = await Promise.all(queries.map(query => configMaps(query, transport, signal)))
  const distinct = new Map(lists.flat().map(object => [object.metadata.uid, object]))
  return [...distinct.values()].flatMap(katalogsOf)
}

async function configMaps(
  query: Readonly<Record<string, string>>,
  transport: Transport,
  signal: AbortSignal,
): Promise<readonly KubeObject[]> {
  const path = listPath({ group: '', version: 'v1', plural: 'configmaps' })
  const { body } = await readJson(transport, { method: 'GET', path, query, signal })
  return (body as { items?: readonly KubeObject[] | null }).items ?? []
}

function katalogsOf({ metadata, ...object }: KubeObject): readonly GroupsFile[] {
  const { data = {} } = object as { data?: Readonly<Record<string, string>> }
  return Object.entries(data).flatMap(([key, text]) => {
    try {
      const file = openGroups(`configmap ${metadata.namespace}/${metadata.name} (${key})`, text)
      return file.system === 'orkestra' ? [file] : []
    } catch (error) {
      if (error instanceof GroupsError || error instanceof ApiFailure) return []
      throw error
    }
  })
}
