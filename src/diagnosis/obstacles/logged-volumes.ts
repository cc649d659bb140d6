import { itemsOf, seenOf } from '../../api/fact.ts'
import { isCompleted } from '../../api/pod-phase.ts'
import { namesKind } from '../../statements/in-use.ts'
import { wordsOf } from '../../statements/log/told.ts'
import { namesIn } from '../../statements/whole-word.ts'
import { logFields } from '../../statements/words/log-fields.ts'
import { eachTogether } from '../answered.ts'
import type { Case } from '../dossier/dossier.ts'
import type { Logged } from '../dossier/log.ts'
import { readHeld } from '../object-of.ts'
import type { Blocker, StuckObject } from '../stuck-object.ts'
import { aliveClaim } from '../volumes/alive-claim.ts'
import { consumerHolding } from '../volumes/consumer-holding.ts'
import { consumersOf } from '../volumes/consumers.ts'
import type { Volume } from '../volumes/whole-volume.ts'

/**
 * Who uses what a line of the log has in a field: Pods that mount a claim (fluid-cloudnative/fluid#176), or the claim
 * of a bound volume (openshift/local-storage-operator#513).
 */
export function volumeUsers(found: Case, said: Logged): readonly Blocker[] {
  const named = (what: 'claim' | 'volume') => {
    const fields = [...said.line.fields].filter(([path]) => logFields.has(what, path.split('.').at(-1)!))
    return [...new Set(fields.flatMap(([, value]) => namesIn(value)))].filter(Boolean).slice(0, 10)
  }
  const claims = namesKind(wordsOf(said.line), 'pods?') ? named('claim') : []
  const users = [
    ...eachTogether(claims, name => podsOf(name, found)),
    ...eachTogether(named('volume'), name => claimOf(name, found)),
  ]
  return users.flat().map(({ cause, ...each }) => {
    if (cause === undefined) return each
    const key = `InstanceAlive/${cause.subject.namespace}/${cause.subject.name}` as const
    const evidence = [said.evidence, ...cause.evidence]
    return { ...each, cause: { ...cause, key, code: 'InstanceAlive', finalizer: found.finalizer, evidence } }
  })
}

/** Whether its product counts a Pod that has ended is not known. */
function podsOf(name: string, { held: { ref }, context }: Case): readonly Blocker[] {
  const { namespace } = ref
  const claim = namespace === undefined ? undefined : claimAt(namespace, name, context)
  if (claim === undefined) return []
  const pods = itemsOf(context.facts.read({ about: 'list', resource: 'pods', namespace }))
  return consumersOf(claim, pods, context.facts)
    .filter(pod => !isCompleted(pod))
    .flatMap(pod => consumerHolding(pod, claim, context))
}

function claimOf(name: string, { context }: Case): readonly Blocker[] {
  const read = seenOf(context.facts.read({ about: 'object', resource: 'persistentvolumes', name }))
  const volume = read as Volume | undefined
  const { namespace, name: bound, uid } = volume?.spec?.claimRef ?? {}
  const claim = namespace && bound ? claimAt(namespace, bound, context) : undefined
  if (volume === undefined || claim === undefined || (uid !== undefined && uid !== claim.ref.uid)) return []
  const waitingFor = [{ ref: claim.ref, reason: 'Consumer', held: claim }] as const
  return [
    claim.ageSeconds === undefined
      ? { ...aliveClaim(claim.ref, volume), waitingFor }
      : { verdict: 'waiting', waitingFor },
  ]
}

function claimAt(namespace: string, name: string, context: Case['context']): StuckObject | undefined {
  const claim = seenOf(context.facts.read({ about: 'object', resource: 'persistentvolumeclaims', namespace, name }))
  return claim && readHeld({ ...claim, apiVersion: 'v1', kind: 'PersistentVolumeClaim' }, context)
}
