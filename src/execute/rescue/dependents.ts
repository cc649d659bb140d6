import { NAMESPACE_TYPE } from '../../api/namespace-type.ts'
import type { OwnerReference } from '../../api/object.ts'
import { valuesAt } from '../../api/values-at.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { message } from '../../messages/sentence.ts'
import type { Rescue, Saved, UidReference } from '../../plan/rescue/rescue.ts'
import type { Fields } from '../requests.ts'
import type { Tools } from '../tools.ts'
import { deletedAgain } from './create-again.ts'
import type { Edit } from './edit.ts'

/**
 * The temporary owner of a dependent that has other owners too: should those go meanwhile, the garbage collector would
 * delete it, but not while one owner lives. undefined: the uid of kube-system could not be read.
 */
function standIn(cluster: string): OwnerReference | undefined {
  const isUid = /^[0-9a-f-]{36}$/.test(cluster)
  return isUid ? { apiVersion: 'v1', kind: NAMESPACE_TYPE.kind, name: 'kube-system', uid: cluster } : undefined
}

/**
 * Removes the references to these owners from a dependent: without owners the garbage collector leaves it alone, and
 * with others it gets one more that surely lives. `cluster` is the uid of kube-system.
 */
export function release(dependent: Saved, { units, cluster }: Pick<Rescue, 'units' | 'cluster'>): Edit {
  const owners = new Set(units.map(({ object }) => object.metadata.uid))
  const others = (references: readonly OwnerReference[] = []) => references.filter(({ uid }) => !owners.has(uid))
  return {
    ...dependent,
    action: 'Release',
    isSo: ({ metadata: { ownerReferences = [] } }) => others(ownerReferences).length === ownerReferences.length,
    fields: ({ metadata }) => {
      const left = others(metadata.ownerReferences)
      const added = left.length === 0 ? undefined : standIn(cluster)
      const isThere = left.some(({ uid }) => uid === cluster)
      return { metadata: { ownerReferences: added === undefined || isThere ? left : [...left, added] } }
    },
    said: message('OwnerCanGo'),
  }
}

/**
 * Gives a dependent its owners back, by their new uids (`uids`: by the old ones), without the stand-in and without
 * those of `units` that another client deleted again: the garbage collector would delete it with them.
 */
export function adopt(
  dependent: Saved,
  uids: ReadonlyMap<string, string>,
  { units: created, cluster }: { readonly units: readonly Saved[]; readonly cluster: string },
  { transport }: Pick<Tools, 'transport'>,
): Edit {
  const before = dependent.object.metadata.ownerReferences ?? []
  const again = before.flatMap(reference => {
    const uid = uids.get(reference.uid)
    return uid === undefined ? [] : [{ ...reference, uid }]
  })
  const isStandIn = ({ uid }: OwnerReference): boolean => uid === cluster && !before.some(each => each.uid === cluster)
  return {
    ...dependent,
    action: 'Adopt',
    isSo: ({ metadata: { ownerReferences = [] } }) =>
      again.every(({ uid }) => ownerReferences.some(each => each.uid === uid)) && !ownerReferences.some(isStandIn),
    fields: ({ metadata: { ownerReferences = [] } }) => {
      const kept = ownerReferences.filter(
        each => !uids.has(each.uid) && !isStandIn(each) && !again.some(({ uid }) => uid === each.uid),
      )
      return { metadata: { ownerReferences: [...again, ...kept] } }
    },
    async hindrance() {
      const owners = created.filter(({ object: { metadata } }) => before.some(({ uid }) => uid === metadata.uid))
      for (const { type, object } of owners) {
        const { uid, deletionTimestamp } = (await readWhole(transport, type, object.metadata))?.metadata ?? {}
        if (uid !== uids.get(object.metadata.uid) || deletionTimestamp !== undefined) return deletedAgain(object)
      }
      return undefined
    },
    said: message('BelongsAgain', { owners: again.map(({ kind, name }) => `${kind.toLowerCase()}/${name}`) }),
  }
}

/** Writes the new uid (`uids`: by the old one) into a field that refers by uid; not over another client's value. */
export function mend(reference: UidReference, uids: ReadonlyMap<string, string>): Edit {
  const { object, field, uid: before } = reference
  const uid = uids.get(before) ?? before
  const valueIn = (now: unknown): unknown => valuesAt(now, field)[0]
  return {
    ...reference,
    uid: uids.get(object.metadata.uid) ?? object.metadata.uid,
    action: 'Adopt',
    isSo: now => valueIn(now) === uid,
    fields: () => fieldWith(field, uid),
    hindrance(now) {
      if ([before, uid].includes(valueIn(now) as string)) return undefined
      return { result: 'changed', guard: 'Changed', message: message('OtherWroteField', { field }) }
    },
    said: message('FieldHasNewUid', { field }),
  }
}

/** `spec.claimRef.uid` with a value, as a merge patch has it. */
export function fieldWith(field: string, value: string): Fields {
  return field.split('.').reduceRight<unknown>((inner, step) => ({ [step]: inner }), value) as Fields
}
