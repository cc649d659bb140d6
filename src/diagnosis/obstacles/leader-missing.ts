import type { KubeObject } from '../../api/object.ts'
import { isCompleted, phaseOf } from '../../api/pod-phase.ts'
import { factFrom, message, type Sentence } from '../../messages/sentence.ts'
import { eachTogether } from '../answered.ts'
import { askRight, giveRight } from '../controller/give-right.ts'
import { type Lock, locksOf } from '../controller/locks.ts'
import { accountOf, userOfAccount } from '../controller/lost-right.ts'
import type { Candidate } from '../controller/search.ts'
import { grantBasisOf } from '../controller/tie.ts'
import { basisFor, type Case, causedBy, living, removal, tieOfCandidate } from '../dossier/dossier.ts'
import { type Evidence, type Remedy, toInspect, toRepair } from '../explanation.ts'
import { isSilent } from '../lease-state.ts'
import { isLost, lostNodeEvidence, nodeNameOf } from '../pods/ending.ts'
import { nodeState } from '../pods/node-state.ts'
import { settingsOf } from '../scope/setting.ts'
import { commandLine } from '../shell-quote.ts'
import { type Blocker, readHeld, type Waited } from '../stuck-object.ts'
import { EARLY_SECONDS, formatSeconds } from '../thresholds.ts'
import { logCommand } from '../workloads/log-places.ts'
import { workloadText } from '../workloads/workloads.ts'

/** Flags of kube-controller-manager, kubebuilder and operator-sdk: --leader-elect, --enable-leader-election. */
const ELECTS = /^--?(enable-)?leader-elect(ion)?$/
const LEASES = 'leases.coordination.k8s.io'

interface Blocked {
  /** Nothing but a change ends it. */
  readonly isLasting: boolean
  readonly evidence: readonly Evidence[]
  readonly why: Sentence
  readonly remedies: readonly Remedy[]
  /** The Pod that holds it, where that is being deleted: what keeps the Pod is the cause. */
  readonly waitsFor?: Waited | undefined
}

/**
 * LeaderMissing: the controller runs, has reported and done nothing, and its election's lock is held by a Pod that
 * cannot lead (it has failed, is on a lost node or is being deleted), or by none: it is not renewed since long.
 */
export function leaderMissing(found: Case): Blocker | undefined {
  const { held, reports, identity, context } = found
  const [controller, ...others] = living(found)
  if (controller === undefined || others.length > 0 || (held.ageSeconds ?? 0) < EARLY_SECONDS) return undefined
  if (reports.failures.length + reports.progress.length + reports.waits.length > 0) return undefined
  const locks = locksOf(controller.workload, identity.manager, context.facts)
  const blocked = eachTogether(locks, lock => ({ lock, state: stateOf(lock, controller, found) }))
  const [first] = blocked
  // Where one of them is held as it should be, the workload leads by that one.
  if (first === undefined || blocked.some(({ state }) => state === undefined)) return undefined
  return holdingOf(found, controller, first.lock, first.state!)
}

/** undefined: it is held as it should be, or that is not known. */
function stateOf(lock: Lock, controller: Candidate, found: Case): Blocked | undefined {
  return lock.held.by === 'owner'
    ? ownedBy(lock, lock.held, controller, found)
    : lapsed(lock, lock.held, controller, found)
}

function ownedBy(
  lock: Lock,
  { uid, pod: podName }: Extract<Lock['held'], { by: 'owner' }>,
  controller: Candidate,
  found: Case,
): Blocked | undefined {
  const pods = found.context.facts.read({ about: 'list', resource: 'pods' })
  if (pods.state !== 'known') return undefined
  const pod = pods.value.find(({ metadata }) => metadata.uid === uid)
  const { namespace, name } = lock
  const text = `configmap ${namespace}/${name}`
  const owned = factFrom('configmaps', 'LockOwnedByPod', { lock: text, pod: podName })
  if (pod === undefined)
    return {
      isLasting: false,
      why: message('OwnerOfLockMissing', { lock: text }),
      evidence: [owned, factFrom('pods', 'PodMissing', { pod: `${namespace}/${podName}` })],
      remedies: deletion(lock, message('DeleteLockOfMissingPod', { configMap: name }), controller, found),
    }
  const why = unfitness(pod, found)
  if (why === undefined) return undefined
  const user = pod.metadata.deletionTimestamp === undefined ? undefined : readHeld(pod, found.context)
  const object = ['pod', podName, '-n', namespace]
  const remedy =
    isCompleted(pod) && basisFor(found, controller) !== undefined
      ? toRepair(message('DeleteEndedPod', { pod: podName }), [
          commandLine('kubectl', 'delete', ...object, '--wait=false'),
        ])
      : toInspect(message('SeeWhatKeepsPod', { pod: podName }), [commandLine('kubectl', 'describe', ...object)])
  return {
    isLasting: true,
    why: message('OwnerOfLockCannotLead', { lock: text, pod: podName }),
    evidence: [owned, why],
    remedies: [remedy],
    waitsFor: user && { ref: user.ref, reason: 'Leader', held: user },
  }
}

/** Why a Pod cannot lead; undefined where it may. */
function unfitness(pod: KubeObject, { context }: Case): Evidence | undefined {
  const nodeName = nodeNameOf(pod)
  const { namespace, name, deletionTimestamp } = pod.metadata
  const called = { pod: `${namespace}/${name}` }
  if (isCompleted(pod)) return factFrom('pods', 'PodEnded', { ...called, phase: phaseOf(pod) })
  const node = nodeName === undefined ? undefined : nodeState(nodeName, context.facts)
  if (node !== undefined && isLost(node)) return lostNodeEvidence({ node: nodeName!, state: node })
  if (deletionTimestamp === undefined) return undefined
  return factFrom('pods', 'PodBeingDeleted', called)
}

function lapsed(
  lock: Lock,
  lease: Extract<Lock['held'], { by: 'time' }>,
  controller: Candidate,
  found: Case,
): Blocked | undefined {
  if (!isSilent(lease)) return undefined
  const { holder, silentSeconds, durationSeconds } = lease
  const { kind, namespace, name } = lock
  const account = accountOf(controller.workload)
  const user = userOfAccount(account)
  const may = found.context.facts.read({ about: 'access', user, verb: 'update', resource: LEASES, namespace })
  // A Lease that a former version left tells nothing of one that does not elect.
  const isElecting = settingsOf(controller.workload, ELECTS).some(({ value }) => value !== 'false')
  const isRefused = kind === 'Lease' && isElecting && may.state === 'known' && !may.value
  const text = `${kind} ${namespace}/${name}`
  const basis = isRefused ? grantBasisOf(tieOfCandidate(found, controller)) : undefined
  const right = { account, verbs: ['get', 'create', 'update'], resources: [LEASES], namespace }
  return {
    isLasting: isRefused,
    why: isRefused ? message('LeaseUpdateForbidden') : message('LockNotTaken', { lock: text }),
    evidence: [
      factFrom(`${kind.toLowerCase()}s`, 'LockLapsed', {
        lock: text,
        holder,
        ago: formatSeconds(silentSeconds),
        durationSeconds,
      }),
      ...(isRefused ? [factFrom('subjectaccessreviews', 'MayNotUpdateLeases', { user, namespace })] : []),
    ],
    remedies: [
      ...(basis === undefined ? [] : giveRight(basis, right, found.context)),
      toInspect(message('LogTellsWhyNotLeading'), [
        logCommand(controller.workload, found.context.facts),
        commandLine('kubectl', 'get', kind.toLowerCase(), name, '-n', namespace, '-o', 'yaml'),
        askRight(account, 'update', LEASES, namespace),
      ]),
    ],
  }
}

function deletion({ namespace, name }: Lock, summary: Sentence, controller: Candidate, found: Case): readonly Remedy[] {
  if (basisFor(found, controller) !== undefined)
    return [toRepair(summary, [commandLine('kubectl', 'delete', 'configmap', name, '-n', namespace)], 'low')]
  return [
    toInspect(message('SeeLock'), [commandLine('kubectl', 'get', 'configmap', name, '-n', namespace, '-o', 'yaml')]),
  ]
}

function holdingOf(found: Case, controller: Candidate, lock: Lock, blocked: Blocked): Blocker {
  const { kind, namespace, name } = lock
  const isTied = tieOfCandidate(found, controller) !== undefined
  const holding = causedBy(blocked.isLasting && isTied ? 'stuck' : 'unknown', controller, {
    key: `LeaderMissing/${kind}/${namespace}/${name}`,
    subject: { kind, namespace, name },
    summary: message('NotLeading', { workload: workloadText(controller.workload), why: blocked.why }),
    evidence: blocked.evidence,
    remedies: (_blocks, direct) => [...blocked.remedies, removal(found, direct)],
  })
  return { ...holding, ...(blocked.waitsFor && { waitingFor: [blocked.waitsFor] }) }
}
