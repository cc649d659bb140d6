import { FOREGROUND } from '../../api/builtin-finalizers.ts'
import { resourceName } from '../../api/resource-type.ts'
import { message } from '../../messages/sentence.ts'
import { isCustom } from '../custom-type.ts'
import type { Case } from '../dossier/dossier.ts'
import { once } from '../once.ts'
import { readHeld } from '../read-held.ts'
import { toInspect } from '../remedy.ts'
import { commandLine, namespaceFlag, typeAndName } from '../shell-quote.ts'
import { workloadsOf } from '../workloads/workloads.ts'
import type { Clue } from './clue.ts'
import { MAX_TYPES } from './users.ts'

/**
 * That the object owns another of its API group, or a workload, which is not being deleted: the garbage collector comes
 * to it only after the object, for which some controllers wait that count on a foreground deletion
 * (openeverest/openeverest-operator#949, zilliztech/milvus-operator#52). Told where nothing else is: most do not wait.
 */
export function ownedAlive({ held, context }: Case): Clue | undefined {
  const { facts, together } = context
  const { kind, name, namespace, resource } = held.ref
  // Before a deletion all that it owns lives.
  if (together !== undefined || !isCustom(held) || held.meta.finalizers?.includes(FOREGROUND)) return undefined
  const types = facts.types.filter(
    ({ group, verbs, namespaced }) =>
      group === held.type.group && verbs.includes('list') && (namespaced || namespace === undefined),
  )
  const lists = (types.length > MAX_TYPES ? [] : types.map(resourceName)).map(each =>
    facts.read({ about: 'list', resource: each, namespace }),
  )
  const all = once(facts, `owned in ${held.type.group} of ${namespace ?? ''}`, () => {
    const objects = lists.flatMap(list => (list.state === 'known' ? list.value : []))
    const alive = [...objects, ...workloadsOf(facts).all.map(({ object }) => object)].filter(
      ({ metadata }) =>
        metadata.deletionTimestamp === undefined && (namespace === undefined || metadata.namespace === namespace),
    )
    const owned = alive.flatMap(object => (object.metadata.ownerReferences ?? []).map(({ uid }) => ({ uid, object })))
    return Map.groupBy(owned, ({ uid }) => uid)
  })
  const living = all.get(held.ref.uid) ?? []
  const first = living[0] && readHeld(living[0].object, context)
  if (first === undefined) return undefined
  const { ref } = first
  const told = { owned: `${ref.kind} ${ref.name}`, owner: `${kind} ${name}`, more: living.length - 1 }
  const why = message('OwnedLives', told)
  return {
    key: `owned/${ref.uid}`,
    why,
    evidence: [{ fact: why, source: ref.resource }],
    remedy: toInspect(message('FindWhetherWaitsForOwned', told), [
      commandLine('kubectl', 'get', ...typeAndName(ref.resource, ref.name), ...namespaceFlag(ref.namespace)),
      commandLine(
        ...['kubectl', 'delete', ...typeAndName(resource, name), ...namespaceFlag(namespace)],
        ...['--cascade=foreground', '--wait=false', '--dry-run=server'],
      ),
    ]),
  }
}
