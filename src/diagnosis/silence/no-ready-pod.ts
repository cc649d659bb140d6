import { isTrue } from '../../api/condition.ts'
import { isOwnedBy, type KubeObject } from '../../api/object.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { eachTogether } from '../answered.ts'
import { type Evidence, toInspect } from '../explanation.ts'
import { commandLine } from '../shell-quote.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import { podsOf, podTrouble } from '../workloads/health.ts'
import { type Workload, workloadsOf, workloadText } from '../workloads/workloads.ts'
import { namedBy } from './ailing.ts'
import type { Clue } from './clue.ts'

/**
 * A workload of the object, or of a custom resource that it names, has no ready Pod: operators of databases clean up
 * through the Pods that run them. Or one of its Pods does not get ready, for which an operator may wait before it
 * comes to the deletion (percona/percona-xtradb-cluster-operator#1392). Not what was scaled to zero. Whether that stops
 * the deletion is not known.
 */
export function noReadyPod(held: StuckObject, whole: KubeObject | undefined, context: RuleContext): Clue | undefined {
  if (whole === undefined) return undefined
  const itself = { held, object: whole, said: 'it' }
  for (const owner of [itself, ...namedBy(itself, context)]) {
    const owned = workloadsOf(context.facts).all.filter(({ object }) => isOwnedBy(object, owner.held.ref.uid))
    const down = owned.find(isDown)
    // Of Pods without a StatefulSet some may be ill while the others do the work.
    if (down !== undefined && (down.kind !== 'Pod' || owned.every(isDown)))
      return clueOfDown(down, owner.held, troublesOf(down, context))
    for (const workload of owned) {
      const troubles = workload.readyReplicas < workload.wantedReplicas ? troublesOf(workload, context) : []
      if (troubles.length > 0) return clueOfDown(workload, owner.held, troubles)
    }
  }
  return undefined
}

const MAX_TROUBLES = 2
/** More Pods that are not ready are not looked at: each may name other things, which are asked for. */
const MAX_PODS = 5

function troublesOf(workload: Workload, { facts }: RuleContext): readonly Evidence[] {
  const ill = podsOf(workload, facts).filter(
    pod => pod.metadata.deletionTimestamp === undefined && !isTrue(pod, 'Ready'),
  )
  const troubles = eachTogether(ill.slice(0, MAX_PODS), pod => podTrouble(pod, facts))
  return troubles.flat().slice(0, MAX_TROUBLES)
}

function isDown({ kind, wantedReplicas, readyReplicas }: Workload): boolean {
  return kind !== 'CronJob' && wantedReplicas > 0 && readyReplicas === 0
}

function clueOfDown(down: Workload, { ref }: StuckObject, troubles: readonly Evidence[]): Clue {
  const { kind, namespace, name, wantedReplicas: wanted, readyReplicas: ready } = down
  const text = workloadText(down)
  const owned = { workload: text, owner: `${ref.kind} ${ref.name}`, ready }
  const resource = kind.toLowerCase()
  return {
    key: `no-ready-pod/${down.object.metadata.uid}`,
    why: message('OwnedHasNoReadyPod', owned),
    evidence: [factFrom(`${resource}s`, 'OwnedHasReady', { ...owned, wanted }), ...troubles],
    remedy: toInspect(message('RepairOwned', { workload: text }), [
      commandLine('kubectl', 'describe', resource, name, '-n', namespace),
      commandLine('kubectl', 'get', 'pods', '-n', namespace),
    ]),
  }
}
