import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import type { FactSource } from '../../cluster/facts/fact-source.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { readReferences } from '../../cluster/references.ts'
import { unsavableKind } from '../../diagnosis/unsavable.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import type { Saved } from '../../plan/rescue/rescue.ts'

interface Owners {
  readonly lostUids: readonly string[]
  /** Owners that are about to go, without which it is created. */
  readonly lost: readonly Sentence[]
  readonly refused?: Sentence
}

/** What is to be known of the owners of what is created again. Rejects with ApiFailure where one could not be read. */
export async function ownersOf(
  { type, object }: Saved,
  units: ReadonlySet<string>,
  source: FactSource,
): Promise<Owners> {
  const { transport, discovery, signal } = source
  const references = await readReferences({ type, object }, source)
  const owners = references.filter(({ field, uid }) => field === 'ownerReferences' && !units.has(uid))
  const lostUids = references.filter(({ uid, exists }) => exists === false && !units.has(uid)).map(({ uid }) => uid)
  const lost: Sentence[] = []
  const name = `${object.kind.toLowerCase()}/${object.metadata.name}`
  for (const { kind, name: owner, uid, exists } of owners) {
    const ownerName = `${kind.toLowerCase()}/${owner}`
    if (exists === null) return { lostUids, lost, refused: message('OwnerUnread', { owner: ownerName }) }
    const reference = object.metadata.ownerReferences!.find(each => each.uid === uid)!
    const ownerType = discovery.types.find(each => each.kind === kind && apiVersionIs(each, reference.apiVersion))
    if (!exists || ownerType === undefined) continue
    const namespace = ownerType.namespaced ? object.metadata.namespace : undefined
    const now = await readWhole(transport, ownerType, { name: owner, namespace }, signal)
    if (now?.metadata.uid === uid && now.metadata.deletionTimestamp !== undefined) {
      // A claim belongs to the last Pod that used it where its StatefulSet was scaled down with whenScaled: Delete.
      if (unsavableKind(resourceName(ownerType)) !== undefined) {
        lostUids.push(uid)
        lost.push(message('CreatedWithoutOwner', { owner: ownerName, name }))
        continue
      }
      return { lostUids, lost, refused: message('RescueOwnerFirst', { owner: ownerName, name }) }
    }
  }
  return { lostUids, lost }
}

function apiVersionIs({ group, version }: ResourceType, apiVersion: string): boolean {
  return apiVersion === (group === '' ? version : `${group}/${version}`)
}
