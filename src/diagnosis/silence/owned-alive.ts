import { FOREGROUND } from '../../api/builtin-finalizers.ts'
import { itemsOf } from '../../api/fact.ts'
import { createdAt, type KubeObject } from '../../api/object.ts'
import { resourceName } from '../../api/resource-type.ts'
import { message } from '../../messages/sentence.ts'
import { eachTogether } from '../answered.ts'
import { askedAt } from '../controller/since-deletion.ts'
import type { Case } from '../dossier/dossier.ts'
import { toInspect } from '../explanation.ts'
import { once } from '../facts.ts'
import { deleteCommand } from '../ownership/release.ts'
import { describeCommand, yamlCommand } from '../shell-quote.ts'
import { isCustom, readHeld } from '../stuck-object.ts'
import { podsOf } from '../workloads/health.ts'
import { logCommand } from '../workloads/log-places.ts'
import { workloadsOf } from '../workloads/workloads.ts'
import { type Clue, clueOf } from './clue.ts'
import { lastErrorIn } from './owned-job.ts'
import { MAX_TYPES } from './users.ts'

/**
 * That the object owns another of its API group, or a workload, which is not being deleted: the garbage collector comes
 * to it only after the object, for which some controllers wait that count on a foreground deletion
 * (openeverest/openeverest-operator#949, zilliztech/milvus-operator#52). Told where nothing else is: most do not wait.
 */
export function ownedAlive(found: Case): Clue | undefined {
  const { held, context } = found
  const { facts, together } = context
  const { kind, name, namespace } = held.ref
  // Before a deletion all that it owns lives.
  if (together !== undefined || !isCustom(held) || held.meta.finalizers?.includes(FOREGROUND)) return undefined
  const types = facts.types.filter(
    ({ group, verbs, namespaced }) =>
      group === held.type.group && verbs.includes('list') && (namespaced || namespace === undefined),
  )
  if (types.length > MAX_TYPES) return undefined
  const lists = types.map(type => facts.read({ about: 'list', resource: resourceName(type), namespace }))
  const owned = once(facts, `owned in ${held.type.group} of ${namespace ?? ''}`, () => {
    const all = [...lists.flatMap(itemsOf), ...workloadsOf(facts).all.map(({ object }) => object)]
    return Map.groupBy(all, ({ metadata }) => metadata.ownerReferences?.[0]?.uid)
  })
  const living = (owned.get(held.ref.uid) ?? []).filter(
    ({ metadata }) =>
      metadata.deletionTimestamp === undefined && (namespace === undefined || metadata.namespace === namespace),
  )
  const since = living.find(({ metadata }) => createdAt(metadata) >= askedAt(held))
  if (since !== undefined) return madeSince(since, found)
  const first = living[0] && readHeld(living[0], context)
  if (first === undefined) return undefined
  const { ref } = first
  const told = { owned: `${ref.kind} ${ref.name}`, owner: `${kind} ${name}`, more: living.length - 1 }
  const why = message('OwnedLives', told)
  const deletion = deleteCommand(held, '--cascade=foreground', '--wait=false', '--dry-run=server')
  const remedy = toInspect(message('FindWhetherWaitsForOwned', told), [yamlCommand(ref), deletion])
  return clueOf(`owned/${ref.uid}`, why, why, ref.resource, remedy)
}

/** What was created since most likely cleans up: it is not to be deleted (confidential-containers/operator#391). */
function madeSince(object: KubeObject, { held, context }: Case): Clue | undefined {
  const { facts } = context
  const made = readHeld(object, context)
  if (made === undefined) return undefined
  const told = { made: `${made.ref.kind} ${made.ref.name}`, owner: `${held.ref.kind} ${held.ref.name}` }
  const why = message('OwnedMadeSince', told)
  const workload = workloadsOf(facts).all.find(each => each.object.metadata.uid === made.ref.uid)
  const pods = workload === undefined ? [] : podsOf(workload, facts).slice(0, 5)
  const error = eachTogether(pods, pod => lastErrorIn(pod, askedAt(held), facts)).find(each => each !== undefined)
  const show = [describeCommand(made.ref), ...(workload === undefined ? [] : [logCommand(workload, facts)])]
  const clue = clueOf(`made/${made.ref.uid}`, why, why, made.ref.resource, toInspect(message('LetFinish', told), show))
  return { ...clue, evidence: [...clue.evidence, ...(error === undefined ? [] : [error])] }
}
