import { PVC_PROTECTION } from '../../api/builtin-finalizers.ts'
import type { KubeObject } from '../../api/object.ts'
import { isCompleted, phaseOf } from '../../api/pod-phase.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import type { Evidence } from '../explanation.ts'
import { namespaceBeingEmptied } from '../namespaces/terminating-namespaces.ts'
import { nodeNameOf } from '../pods/ending.ts'
import { keeperOf } from '../pods/keeper.ts'
import { readHeld } from '../read-held.ts'
import type { Blocker, RuleContext, StuckObject } from '../stuck-object.ts'
import { consumerRemedies } from './consumer-remedies.ts'

/**
 * How a Pod holds a claim, which waits for it in any case: one that is terminating, or whose namespace is, has causes
 * of its own; any other is the root cause, one for all claims that it holds.
 */
export function consumerHolding(pod: KubeObject, held: StuckObject, context: RuleContext): readonly Blocker[] {
  const consumer = readHeld(pod, context)
  if (consumer === undefined) return []
  const waitingFor = [{ ref: consumer.ref, reason: 'Consumer', held: consumer }] as const
  if (isGoing(consumer, context)) return [{ verdict: 'waiting', waitingFor }]
  const keeper = keeperOf(pod, context.facts)
  const { name, namespace } = pod.metadata
  const of = { pod: name, namespace, claim: held.ref.name }
  return [
    {
      verdict: 'stuck',
      waitingFor,
      cause: {
        key: `VolumeInUse/${namespace}/${name}`,
        code: 'VolumeInUse',
        subject: consumer.ref,
        finalizer: PVC_PROTECTION,
        summary: message('ClaimUsedByPod', { ...of, isCompleted: isCompleted(pod) }),
        evidence: [usage(pod, held), ...phase(pod)],
        remedies: (_blocks, direct) =>
          consumerRemedies(
            pod,
            keeper,
            // An attachment that waits for the Pod shows it too.
            direct.map(({ ref }) => ref).filter(({ resource }) => resource === 'persistentvolumeclaims'),
          ),
      },
    },
  ]
}

function isGoing({ meta }: StuckObject, context: RuleContext): boolean {
  return meta.deletionTimestamp !== undefined || namespaceBeingEmptied(meta.namespace, context) !== undefined
}

function usage(pod: KubeObject, { ref }: StuckObject): Evidence {
  const { name, namespace } = pod.metadata
  const fact = message('PodOnNodeUsesClaim', { pod: `${namespace}/${name}`, node: nodeNameOf(pod)!, claim: ref.name })
  return { fact, source: 'pods' }
}

function phase(pod: KubeObject): readonly Evidence[] {
  return [factFrom('pods', 'PodPhase', { phase: phaseOf(pod), isCompleted: isCompleted(pod) })]
}
