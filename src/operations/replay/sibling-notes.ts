import type { KubeObject } from '../../api/object.ts'
import { listPath } from '../../api/path.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import { listAll } from '../../cluster/list-pages.ts'
import type { Note } from '../../groups/deletion-groups.ts'
import { isDeployItem } from '../../groups/landscaper/deploy-item.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import type { Cluster } from '../../plan/ordered/live-groups.ts'

/** Objects a page: a DeployItem can hold all manifests of a deployment. */
const PAGE_SIZE = 100

const PREFIX = 'execution.landscaper.gardener.cloud'
const DEPENDS_ON = `${PREFIX}/dependsOn`
/** The Execution, and the name that an item has in it: dependsOn speaks of those names. */
const MANAGED_BY = `${PREFIX}/managed-by`
const NAME = `${PREFIX}/name`

/**
 * What Landscaper would end before a DeployItem: those of its Execution that depend on it and are there still. Whether
 * there are any cannot always be read; then that is the note.
 */
export async function siblingNotes(
  object: KubeObject,
  type: ResourceType,
  { transport }: Cluster,
  signal: AbortSignal,
): Promise<readonly Note<Sentence>[]> {
  if (!isDeployItem(object)) return []
  try {
    const path = listPath(type, object.metadata.namespace)
    const items = await listAll(transport, { path, pageSize: PAGE_SIZE, signal })
    return dependents(object, items).map(({ metadata: { name } }) => ({ text: message('DeployItemDepends', { name }) }))
  } catch {
    return [{ text: message('DeployItemsUnread') }]
  }
}

/** The items among these that depend on one: by its name in their Execution, else by its own. */
export function dependents(object: KubeObject, items: readonly KubeObject[]): readonly KubeObject[] {
  const { labels = {}, name, uid } = object.metadata
  const names = [labels[NAME] ?? name, name]
  return items.filter(({ metadata }) => {
    if (metadata.uid === uid || metadata.labels?.[MANAGED_BY] !== labels[MANAGED_BY]) return false
    const needed = (metadata.annotations?.[DEPENDS_ON] ?? '').split(',').map(each => each.trim())
    return needed.some(each => names.includes(each))
  })
}
