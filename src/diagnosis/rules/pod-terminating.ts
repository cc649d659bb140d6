import { seenOf } from '../../api/fact.ts'
import { rfc3339 } from '../../api/rfc3339.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { eachTogether, together } from '../answered.ts'
import { askedAt } from '../controller/since-deletion.ts'
import { isEndRefused, stepsToEnd } from '../controller-manager/deletion-probe.ts'
import { isLeftByCollector, lostNodeEvidence, type PodEnding, podEnding } from '../pods/ending.ts'
import {
  areContainersEnded,
  containerEvidence,
  containersOf,
  deadlineEvidence,
  hookEvidence,
  lateContainers,
  reporterOf,
  warningEvidence,
} from '../pods/pod-evidence.ts'
import { podRemedies } from '../pods/pod-remedies.ts'
import { wholePod } from '../pods/whole-pod.ts'
import { remoteVolumes } from '../service/lost-server.ts'
import { type Blocker, blocker, type CauseDraft, type RuleContext, type StuckObject } from '../stuck-object.ts'
import { COLLECTED_WITHIN_SECONDS, formatSeconds, LATE_GRACE_SECONDS, LONG_GRACE_SECONDS } from '../thresholds.ts'
import { unreadFact } from '../unread.ts'
import { lostDriverHolding } from '../volumes/lost-driver-cause.ts'
import { unmounting } from '../volumes/unmounting.ts'
import { lastWords, teardown } from './pod-teardown.ts'

/**
 * PodTerminating: the grace period still runs, or PodGC is about to delete the Pod: `progressing`. Past it, on a node
 * that looks healthy or could not be read, what holds the Pod is `unknown`: its kubelet has not said.
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
      return [inGrace(held, ending, context)]
    case 'collected':
      return [collected(held, ending, context)]
    case 'unread':
      return [unread(held, ending)]
    case 'unconfirmed':
      return unconfirmed(held, ending, context)
  }
}

type Ending<State extends PodEnding['state']> = Extract<PodEnding, { state: State }>

function gone(held: StuckObject): Blocker {
  const { wait } = podRemedies(held)
  return blocker('progressing', {
    ...identity(held),
    summary: message('PodDeletedMeanwhile', podOf(held)),
    evidence: [factFrom('pods', 'PodNotFound', { name: held.ref.name, uid: held.ref.uid })],
    remedies: () => [wait(message('NothingToDo'), 1)],
  })
}

function inGrace(held: StuckObject, { secondsLeft, lost }: Ending<'inGrace'>, context: RuleContext): Blocker {
  const { deletionTimestamp, deletionGracePeriodSeconds: graceSeconds = 0 } = held.meta
  const { wait, shorten, describeNode } = podRemedies(held)
  const isLong = lost === undefined && secondsLeft > LONG_GRACE_SECONDS
  const pod = seenOf(wholePod(held, context))
  const late = lost === undefined && secondsLeft > LATE_GRACE_SECONDS ? lateContainers(pod, askedAt(held)) : []
  const words = eachTogether(late, container => lastWords(held, container, context.facts))
  return blocker('progressing', {
    ...identity(held),
    summary: message('PodInGrace', { ...podOf(held), graceSeconds, secondsLeft, lostNode: lost?.node, late }),
    evidence: [
      factFrom('pods', 'TimeOfDeletion', { deletionTimestamp, now: rfc3339(context.facts.now) }),
      ...(isLong ? hookEvidence(pod) : []),
      ...words.flat(),
      ...(lost ? [lostNodeEvidence(lost)] : []),
    ],
    remedies: () => [
      wait(message('NothingToDo', { until: deletionTimestamp }), secondsLeft),
      ...(isLong || late.length > 0 ? [shorten()] : []),
      ...(lost?.state.state === 'notReady' ? [describeNode(lost.node, message('FindWhyNodeNotReady'))] : []),
    ],
  })
}

/** What a dump does not tell is whether the server lets PodGC delete it. */
function collected(held: StuckObject, { lost }: Ending<'collected'>, context: RuleContext): Blocker {
  const isUndecided = stepsToEnd(held, context).some(({ isUnrecorded }) => isUnrecorded)
  const { wait } = podRemedies(held)
  const node = lost && { name: lost.node, isGone: lost.state.state === 'absent' }
  return blocker(isUndecided ? 'unknown' : 'progressing', {
    ...identity(held),
    summary: message('PodAboutToBeCollected', { ...podOf(held), node }),
    evidence: [
      deadlineEvidence(held),
      ...(lost ? [lostNodeEvidence(lost)] : []),
      ...(isUndecided ? [factFrom('pods', 'DeletionNotRecorded')] : []),
    ],
    remedies: () => [wait(message('NothingToDo', { isShort: true }), COLLECTED_WITHIN_SECONDS)],
  })
}

function unread(held: StuckObject, { overdueSeconds, node, why }: Ending<'unread'>): Blocker {
  const { describeNode, describePod } = podRemedies(held)
  return blocker('unknown', {
    ...identity(held),
    summary: message('EndOfPodNotRead', { ...podOf(held), overdue: formatSeconds(overdueSeconds), node }),
    evidence: [deadlineEvidence(held), unreadFact(why)],
    remedies: () => [
      node === undefined
        ? describePod(message('InspectAsReader', { what: 'Pod' }))
        : describeNode(node, message('InspectAsReader', { what: 'node' })),
    ],
  })
}

function unconfirmed(held: StuckObject, ending: Ending<'unconfirmed'>, { facts }: RuleContext): readonly Blocker[] {
  const { overdueSeconds, node, lost, pod } = ending
  const [warnings, drivers, remote] = together(
    () => warningEvidence(held.ref, facts),
    () => unmounting(ending, facts),
    () => remoteVolumes(pod, facts),
  )
  // The driver is then what holds it; a container that has not ended is one thing more.
  if (drivers.lost.length > 0 && areContainersEnded(pod)) return []
  const { describePod, describeNode } = podRemedies(held)
  const reported = { ...containersOf(pod), reporter: reporterOf(pod) }
  const overdue = formatSeconds(overdueSeconds)
  const volumes = [...drivers.mounted.map(({ evidence }) => evidence), ...remote].slice(0, 5)
  const { fails, told, look } = teardown(held, ending, drivers.mounted, facts)
  return [
    blocker('unknown', {
      ...identity(held),
      summary: message('EndOfPodNotConfirmed', { ...podOf(held), overdue, node, fails, ...reported }),
      evidence: [
        ...told,
        deadlineEvidence(held),
        ...(lost ? [lostNodeEvidence(lost)] : []),
        ...(node && !lost ? [factFrom('nodes', 'NodeNotReportedLost', { node })] : []),
        ...containerEvidence(pod),
        ...(areContainersEnded(pod) ? volumes : []),
        ...hookEvidence(pod),
        ...drivers.unread,
        ...warnings,
      ],
      remedies: () => [
        ...look,
        describePod(message('CheckContainers')),
        ...(node !== undefined && fails === undefined
          ? [describeNode(node, message('CheckNode', { node, ...reported }))]
          : []),
      ],
    }),
  ]
}

/**
 * ControllerUnhealthy or ControllerMissing of a CSI driver: a Pod is past its grace period on a ready node, and its
 * kubelet cannot unmount its volumes: their driver no longer runs there. One cause for all Pods of the node.
 */
export function podDriverLost(held: StuckObject, context: RuleContext): readonly Blocker[] {
  const ending = podEnding(held, context)
  if (ending?.state !== 'unconfirmed' || isEndRefused(held, context)) return []
  const drivers = unmounting(ending, context.facts)
  return (drivers?.lost ?? []).flatMap(({ driver, volumes }) => {
    const warnings = driver.verdict === 'unknown' ? warningEvidence(held.ref, context.facts) : []
    const shown = [...volumes, deadlineEvidence(held), ...containerEvidence(ending.pod), ...warnings]
    return lostDriverHolding(driver, shown, context.facts) ?? []
  })
}

function identity({ ref }: StuckObject): Pick<CauseDraft, 'key' | 'subject'> {
  return { key: `PodTerminating/${ref.namespace}/${ref.name}`, subject: ref }
}

function podOf({ ref: { name, namespace } }: StuckObject) {
  return { name, namespace }
}
