import { rfc3339 } from '../../api/rfc3339.ts'
import { together } from '../answered.ts'
import { isEndRefused, stepsToEnd } from '../controller-manager/deletion-probe.ts'
import { COLLECTED_WITHIN_SECONDS, type PodEnding, podEnding } from '../pods/ending.ts'
import { isLeftByCollector } from '../pods/left-by-collector.ts'
import { lostNodeEvidence } from '../pods/node-evidence.ts'
import { areContainersEnded, containerEvidence, deadlineEvidence, warningEvidence } from '../pods/pod-evidence.ts'
import { podRemedies } from '../pods/pod-remedies.ts'
import { formatSeconds } from '../seconds.ts'
import type { Blocker, CauseDraft, RuleContext, StuckObject } from '../stuck-object.ts'
import { unreadFact } from '../unread.ts'
import { unmounting } from '../volumes/unmounting.ts'

/**
 * PodTerminating: the grace period still runs, or PodGC is about to end the Pod: `progressing`. Past the grace on a node
 * that looks healthy, or whose state could not be read, it is `unknown` what holds the Pod: its kubelet has not said.
 */
export function podTerminating(held: StuckObject, context: RuleContext): readonly Blocker[] {
  const ending = podEnding(held, context)
  if (ending === undefined || isLeftByCollector(ending, context)) return []
  const [isRefused, holdings] = together(
    () => isEndRefused(held, context),
    () => holdingsOf(held, ending, context),
  )
  return isRefused ? [] : holdings
}

function holdingsOf(held: StuckObject, ending: PodEnding, context: RuleContext): readonly Blocker[] {
  switch (ending.state) {
    case 'lost':
      return []
    case 'gone':
      return [gone(held)]
    case 'inGrace':
      return [inGrace(held, ending, context.facts.now)]
    case 'collected':
      return [collected(held, ending, context)]
    case 'unread':
      return [unread(held, ending)]
    case 'unconfirmed':
      return unconfirmed(held, ending, context)
  }
}

/** Who chose so long a time may have meant less: until then nothing else ends the Pod. */
const LONG_GRACE_SECONDS = 3600

type Ending<State extends PodEnding['state']> = Extract<PodEnding, { state: State }>

function gone(held: StuckObject): Blocker {
  const { wait } = podRemedies(held)
  return {
    verdict: 'progressing',
    cause: {
      ...identity(held),
      summary: `${nameOf(held)} was deleted during the scan.`,
      evidence: [{ fact: `pods "${held.ref.name}" of uid ${held.ref.uid} not found`, source: 'pods' }],
      remedies: () => [wait('nothing to do', 1)],
    },
  }
}

function inGrace(held: StuckObject, { secondsLeft, lost }: Ending<'inGrace'>, now: Date): Blocker {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = held.meta
  const { wait, shorten, describeNode } = podRemedies(held)
  const node = lost === undefined ? '' : ` Nothing on node ${lost.node} can end it earlier: the node is lost.`
  return {
    verdict: 'progressing',
    cause: {
      ...identity(held),
      summary:
        `${nameOf(held)} is within its grace period of ${deletionGracePeriodSeconds} s ` +
        `(${secondsLeft} s left).${node}`,
      evidence: [
        { fact: `deletionTimestamp is ${deletionTimestamp}, it is now ${rfc3339(now)}`, source: 'pods' },
        ...(lost ? [lostNodeEvidence(lost)] : []),
      ],
      remedies: () => [
        wait(`nothing to do until ${deletionTimestamp}`, secondsLeft),
        ...(lost === undefined && secondsLeft > LONG_GRACE_SECONDS ? [shorten()] : []),
        ...(lost?.state.state === 'notReady' ? [describeNode(lost.node, 'find out why its node is not ready')] : []),
      ],
    },
  }
}

/** What a dump does not tell is whether the server lets PodGC delete it. */
function collected(held: StuckObject, { lost }: Ending<'collected'>, context: RuleContext): Blocker {
  const isUndecided = stepsToEnd(held, context).some(({ isUnrecorded }) => isUnrecorded)
  const { wait } = podRemedies(held)
  const why =
    lost === undefined
      ? 'it was not scheduled to a node'
      : lost.state.state === 'absent'
        ? `its node ${lost.node} no longer exists`
        : `its node ${lost.node} is marked as out of service`
  return {
    verdict: isUndecided ? 'unknown' : 'progressing',
    cause: {
      ...identity(held),
      summary: `${nameOf(held)} is about to be ended by the pod garbage collector: ${why}.`,
      evidence: [
        deadlineEvidence(held),
        ...(lost ? [lostNodeEvidence(lost)] : []),
        ...(isUndecided
          ? [{ fact: 'the dump does not show whether the server lets it be deleted', source: 'pods' }]
          : []),
      ],
      remedies: () => [wait('nothing to do for a minute or two', COLLECTED_WITHIN_SECONDS)],
    },
  }
}

function unread(held: StuckObject, { overdueSeconds, node, why }: Ending<'unread'>): Blocker {
  const { describeNode, describePod } = podRemedies(held)
  const what = node === undefined ? 'on which node it runs' : `whether its node ${node} is lost`
  return {
    verdict: 'unknown',
    cause: {
      ...identity(held),
      summary: `${nameOf(held)} is ${formatSeconds(overdueSeconds)} past its grace period; ${what} could not be read.`,
      evidence: [deadlineEvidence(held), unreadFact(why)],
      remedies: () => [
        node === undefined
          ? describePod('inspect the Pod as a user with permission to read it')
          : describeNode(node, 'inspect the node as a user with permission to read it'),
      ],
    },
  }
}

function unconfirmed(held: StuckObject, ending: Ending<'unconfirmed'>, { facts }: RuleContext): readonly Blocker[] {
  const { overdueSeconds, node, pod } = ending
  const [warnings, drivers] = together(
    () => warningEvidence(held, facts),
    () => unmounting(ending, facts),
  )
  // The driver is then what holds it; a container that has not ended is one thing more.
  if (drivers.lost.length > 0 && areContainersEnded(pod)) return []
  const { describePod, describeNode } = podRemedies(held)
  const who =
    node === undefined
      ? 'it was not scheduled to a node, and the pod garbage collector has not deleted it'
      : `the kubelet of node ${node} has not confirmed that it ended`
  return [
    {
      verdict: 'unknown',
      cause: {
        ...identity(held),
        summary: `${nameOf(held)} is ${formatSeconds(overdueSeconds)} past its grace period; ${who}.`,
        evidence: [
          deadlineEvidence(held),
          ...(node === undefined ? [] : [{ fact: `node ${node} is not reported as lost`, source: 'nodes' }]),
          containerEvidence(pod),
          ...drivers.unread,
          ...warnings,
        ],
        remedies: () => [
          describePod('check its containers and events: a container that cannot be killed, a volume still in use'),
          ...(node === undefined
            ? []
            : [describeNode(node, `check node ${node}, and on it the kubelet's log and the container runtime`)]),
        ],
      },
    },
  ]
}

function identity({ ref }: StuckObject): Pick<CauseDraft, 'key' | 'code' | 'subject'> {
  return { key: `PodTerminating/${ref.namespace}/${ref.name}`, code: 'PodTerminating', subject: ref }
}

function nameOf({ ref }: StuckObject): string {
  return `Pod ${ref.name} in namespace ${ref.namespace}`
}
