import type { DeletedTogether, StuckObject } from '../stuck-object.ts'
import type { Fates } from './fates.ts'
import { onlyContent } from './only-content.ts'
import type { Reached } from './reach.ts'
import type { Tried } from './refused-deletions.ts'

export function togetherOf(
  reach: ReadonlyMap<string, Reached>,
  fates: Fates,
  { ofTargets, then }: { readonly ofTargets: Tried; readonly then: Pick<Tried, 'refused'> },
  podsFirst: boolean,
): DeletedTogether {
  const has = (uid: string): boolean => {
    const is = fates.of.get(uid)?.is
    return is === 'gone' || is === 'terminating' || is === 'later'
  }
  const isContent = onlyContent(reach)
  let names: ReadonlySet<string> | undefined
  return {
    has,
    hasNamed: (kind, namespace, name) => {
      // Few ask for it.
      const refs = reach.values().map(({ held }) => held.ref)
      names ??= new Set(refs.filter(({ uid }) => has(uid)).map(ref => nameKey(ref.kind, ref.namespace, ref.name)))
      return names.has(nameKey(kind, namespace, name))
    },
    endsFirst: ({ namespace }, held) => {
      const asked = claimOf(held, reach)
      return podsFirst && asked.ref.namespace === namespace && isContent(asked)
    },
    isLive: uid => reach.has(uid) && reach.get(uid)!.held.meta.deletionTimestamp === undefined,
    refused: new Set(ofTargets.refused.keys()),
    refusedToOthers: new Set([...then.refused.keys()].filter(uid => !ofTargets.refused.has(uid))),
  }
}

/** A volume is deleted when its claim is gone. */
function claimOf(held: StuckObject, reach: ReadonlyMap<string, Reached>): StuckObject {
  const { why, of } = reach.get(held.ref.uid) ?? {}
  return (why === 'Volume' && of !== undefined && reach.get(of.uid)?.held) || held
}

function nameKey(kind: string, namespace: string | undefined, name: string): string {
  return `${kind} ${namespace ?? ''}/${name}`.toLowerCase()
}
