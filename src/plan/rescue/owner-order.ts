import type { Saved } from './rescue.ts'

/** An owner before what it owns; what stands first in the list stays first. */
export function inOwnerOrder(saved: readonly Saved[]): readonly Saved[] {
  const byUid = new Map(saved.map(each => [each.object.metadata.uid, each]))
  const ordered = new Set<Saved>()
  const visit = (each: Saved, above: ReadonlySet<Saved>): void => {
    for (const { uid } of each.object.metadata.ownerReferences ?? []) {
      const owner = byUid.get(uid)
      if (owner !== undefined && !above.has(owner)) visit(owner, new Set([...above, owner]))
    }
    ordered.add(each)
  }
  for (const each of saved) visit(each, new Set([each]))
  return [...ordered]
}
