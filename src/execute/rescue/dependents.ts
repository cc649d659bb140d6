import type { OwnerReference } from '../../api/object.ts'
import type { Step } from '../../plan/outcome.ts'
import type { Saved } from '../../plan/rescue/rescue.ts'
import { edit } from './edit.ts'
import type { RescueTools } from './rescue-tools.ts'

/** Takes the references to these owners off a dependent: what has no owner is no business of the garbage collector. */
export function release(dependent: Saved, owners: ReadonlySet<string>, tools: RescueTools): Promise<Step> {
  const isOther = ({ uid }: OwnerReference): boolean => !owners.has(uid)
  return edit(
    {
      ...dependent,
      action: 'Release',
      isSo: now => (now.metadata.ownerReferences ?? []).every(isOther),
      fields: now => ({ metadata: { ownerReferences: (now.metadata.ownerReferences ?? []).filter(isOther) } }),
      said: 'its owner can go without it',
    },
    tools,
  )
}

/** Gives a dependent its owners back, which have other uids by now (`uids`: the new one by the old one). */
export function adopt(dependent: Saved, uids: ReadonlyMap<string, string>, tools: RescueTools): Promise<Step> {
  const again = (dependent.object.metadata.ownerReferences ?? []).flatMap(reference => {
    const uid = uids.get(reference.uid)
    return uid === undefined ? [] : [{ ...reference, uid }]
  })
  return edit(
    {
      ...dependent,
      action: 'Adopt',
      isSo: ({ metadata }) => again.every(({ uid }) => metadata.ownerReferences?.some(each => each.uid === uid)),
      fields: ({ metadata: { ownerReferences = [] } }) => {
        const kept = ownerReferences.filter(({ uid }) => !uids.has(uid) && !again.some(each => each.uid === uid))
        return { metadata: { ownerReferences: [...again, ...kept] } }
      },
      said: `it belongs to ${again.map(({ kind, name }) => `${kind.toLowerCase()}/${name}`).join(' and ')} again`,
    },
    tools,
  )
}
