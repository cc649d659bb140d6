import type { ObjectRef } from '../../api/object-ref.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { type AtStake, atStakeOn } from '../pods/at-stake.ts'
import {
  absentNodeRemedies,
  collectionTriedAt,
  isLeftByCollector,
  isSaidByKubelet,
  type Lost,
  lostNodeEvidence,
  lostNodeRemedies,
  podEnding,
} from '../pods/ending.ts'
import { deadlineEvidence } from '../pods/pod-evidence.ts'
import {
  type Blocker,
  blocker,
  type CauseDraft,
  type RuleContext,
  readHeld,
  type StuckObject,
} from '../stuck-object.ts'

/**
 * PodNodeLost: a Pod's grace period is over, its node is not ready or its Node object is gone, and PodGC did not act.
 * All Pods of one node share the cause; its subject is the Node, or a Pod where there is none.
 */
export function podNodeLost(held: StuckObject, context: RuleContext): readonly Blocker[] {
  const ending = podEnding(held, context)
  if (ending !== undefined && isLeftByCollector(ending, context)) return []
  if (ending?.state !== 'lost') return []
  const { lost, pod } = ending
  const tried = collectionTriedAt(pod)
  const lostNode = blocker('stuck', {
    key: `PodNodeLost/${lost.node}`,
    ...aboutNode(held, lost, context),
    evidence: [
      lostNodeEvidence(lost),
      deadlineEvidence(held),
      ...(lost.state.state === 'notReady' && lost.state.outOfService
        ? [factFrom('nodes', 'NodeOutOfService', { node: lost.node })]
        : []),
      ...(tried === undefined ? [] : [factFrom('pods', 'CollectionTried', { pod: held.ref.name, at: tried })]),
    ],
    remedies: (blocks, direct) => remedies(lost, blocks, direct, atStakeOn(direct, context)),
  })
  return [lostNode]
}

function remedies(lost: Lost, blocks: readonly ObjectRef[], direct: readonly StuckObject[], stake: AtStake) {
  return lost.state.state === 'absent'
    ? absentNodeRemedies(direct)
    : lostNodeRemedies(lost.node, lost.state.node, lost.state.outOfService, stake, blocks)
}

function aboutNode(held: StuckObject, lost: Lost, context: RuleContext): Pick<CauseDraft, 'subject' | 'summary'> {
  const { node, state } = lost
  if (state.state === 'absent') return { subject: held.ref, summary: message('NodeGone', { node }) }
  return {
    subject: readHeld(state.node, context)?.ref ?? { kind: 'Node', name: node },
    summary: message('NodeLost', { node, effect: isSaidByKubelet(lost) ? 'podsStay' : 'podsRun' }),
  }
}
