import { listPath } from '../../api/path.ts'
import { resourceName } from '../../api/resource-type.ts'
import { valuesAt } from '../../api/values-at.ts'
import { preferredTypes } from '../../cluster/discovery/discovery.ts'
import type { FactSource } from '../../cluster/facts/fact-source.ts'
import { listAll } from '../../cluster/list-pages.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import type { UidRow } from '../../diagnosis/catalogue/entry.ts'
import type { Saved, UidReference } from '../../plan/rescue/rescue.ts'

/**
 * Objects with the uid of one of these in a field that the catalogue names. Rejects with ApiFailure for unread types.
 */
export async function findUidReferences(
  units: readonly Saved[],
  rows: readonly UidRow[],
  { transport, discovery, pageSize, signal }: FactSource,
): Promise<readonly UidReference[]> {
  const found: UidReference[] = []
  for (const { on, field, resource } of rows) {
    const uids = new Set(
      units.filter(({ type }) => resourceName(type) === resource).map(({ object }) => object.metadata.uid),
    )
    const type = uids.size === 0 ? undefined : preferredTypes(discovery.types).find(each => resourceName(each) === on)
    if (type === undefined) continue
    for (const item of await listAll(transport, { path: listPath(type), pageSize, signal })) {
      const uid = valuesAt(item, field).find(value => uids.has(value as string)) as string | undefined
      if (uid === undefined) continue
      const object = await readWhole(transport, type, item.metadata, signal)
      if (object?.metadata.uid === item.metadata.uid) found.push({ type, object, field, uid })
    }
  }
  return found
}
