import { itemsOf, seenOf } from '../../api/fact.ts'
import { isCompleted } from '../../api/pod-phase.ts'
import { resourceName } from '../../api/resource-type.ts'
import { namesKind } from '../../statements/in-use.ts'
import { wordsOf } from '../../statements/log/told.ts'
import { namesIn } from '../../statements/whole-word.ts'
import { logFields } from '../../statements/words/log-fields.ts'
import { eachTogether } from '../answered.ts'
import type { Case } from '../dossier/dossier.ts'
import type { Logged } from '../dossier/log.ts'
import { heldNow } from '../object-of.ts'
import type { Blocker, StuckObject } from '../stuck-object.ts'
import { aliveClaim } from '../volumes/alive-claim.ts'
import { consumerHolding } from '../volumes/consumer-holding.ts'
import { consumersOf } from '../volumes/consumers.ts'
import type { Volume } from '../volumes/whole-volume.ts'

const CLAIMS = 'persistentvolumeclaims'

/**
 * Who uses what a line of the log has in a field: Pods that mount a claim (fluid-cloudnative/fluid#176), or the claim of
 * a bound volume (openshift/local-storage-operator#513).
 */
export function volumeUsers(found: Case, said: Logged): readonly Blocker[] {
  const holdings = [...podsOfClaims(found, said), ...claimsOfVolumes(found, said)]
  return holdings.map(({ cause, ...each }) => ({
    ...each,
    ...(cause && {
      cause: { ...cause, finalizer: found.finalizer, evidence: [said.evidence, ...cause.evidence] },
    }),
  }))
}

function podsOfClaims({ held, context }: Case, said: Logged): readonly Blocker[] {
  const { namespace } = held.ref
  if (namespace === undefined || !namesKind(wordsOf(said.line), 'pods?')) return []
  const claims = named(said, 'claim').flatMap(name => claimAt({ namespace, name }, context) ?? [])
  if (claims.length === 0) return []
  const pods = itemsOf(context.facts.read({ about: 'list', resource: 'pods', namespace }))
  return claims.flatMap(claim =>
    // Whether its product counts one that has ended is not known.
    consumersOf(claim, pods, context.facts)
      .filter(pod => !isCompleted(pod))
      .flatMap(pod => consumerHolding(pod, claim, context))
      .map(({ cause, ...each }) => ({
        ...each,
        ...(cause && {
          cause: {
            ...cause,
            key: `InstanceAlive/pods/${cause.subject.namespace}/${cause.subject.name}`,
            code: 'InstanceAlive' as const,
            remedies: blocks => cause.remedies(blocks, [claim]),
          },
        }),
      })),
  )
}

function claimsOfVolumes({ context }: Case, said: Logged): readonly Blocker[] {
  return eachTogether(named(said, 'volume'), name => {
    const volume = seenOf(context.facts.read({ about: 'object', resource: 'persistentvolumes', name })) as
      | Volume
      | undefined
    const { claimRef } = volume?.spec ?? {}
    if (volume === undefined || claimRef?.namespace === undefined || claimRef.name === undefined) return []
    const claim = claimAt({ namespace: claimRef.namespace, name: claimRef.name }, context)
    if (claim === undefined || (claimRef.uid !== undefined && claimRef.uid !== claim.ref.uid)) return []
    const waitingFor = [{ ref: claim.ref, reason: 'Consumer', held: claim }] as const
    if (claim.meta.deletionTimestamp !== undefined) return [{ verdict: 'waiting' as const, waitingFor }]
    return [{ ...aliveClaim(claim.ref, volume), waitingFor }]
  }).flat()
}

/** So many names of a line are asked for. */
const MOST = 10

function named({ line }: Logged, what: 'claim' | 'volume'): readonly string[] {
  const values = [...line.fields].flatMap(([path, value]) =>
    logFields.has(what, path.split('.').at(-1)!) ? [value] : [],
  )
  return [...new Set(values.flatMap(namesIn))].filter(name => name !== '').slice(0, MOST)
}

function claimAt(
  place: { readonly namespace: string; readonly name: string },
  context: Case['context'],
): StuckObject | undefined {
  const type = context.facts.types.find(each => resourceName(each) === CLAIMS)
  const claim = seenOf(context.facts.read({ about: 'object', resource: CLAIMS, ...place }))
  return type === undefined || claim === undefined ? undefined : heldNow(type, claim.metadata, context)
}
