import type { Dependent } from '../../api/fact.ts'
import type { ObjectMeta } from '../../api/object.ts'
import type { Unreadable } from '../../api/terminating.ts'
import type { FactSource } from '../../cluster/facts/fact-source.ts'
import { type Sweep, sweepDependents } from '../../cluster/facts/read-dependents.ts'
import { gapKey } from './diagnose-cluster.ts'

/**
 * What objects own by ownerReferences, themselves or through others, each once. `goesOn`: whether one counts, and what
 * it owns; asked with the uids of the owners so far. What is in a namespace owns only what is in it
 * (kubernetes-deletion.md 3), so that while all owners are in one, nothing else is read.
 */
export async function walkDependents(
  source: FactSource,
  owners: readonly Pick<ObjectMeta, 'uid' | 'namespace'>[],
  goesOn: (dependent: Dependent, owners: ReadonlySet<string>) => boolean = () => true,
): Promise<Sweep> {
  const known = new Set(owners.map(({ uid }) => uid))
  const found = new Map<string, Dependent>()
  const gaps = new Map<string, Unreadable>()
  for (let last = owners; last.length > 0; ) {
    const [place, ...others] = new Set(last.map(({ namespace }) => namespace))
    const uids = last.map(({ uid }) => uid)
    const { dependents, unreadable } = await sweepDependents(source, uids, others.length === 0 ? place : undefined)
    for (const gap of unreadable) gaps.set(gapKey(gap), gap)
    const fresh = dependents.filter(each => !known.has(each.meta.uid) && goesOn(each, known))
    for (const each of fresh) found.set(each.meta.uid, each)
    for (const uid of found.keys()) known.add(uid)
    last = fresh.map(({ meta }) => meta)
  }
  return { dependents: [...found.values()], unreadable: [...gaps.values()] }
}
