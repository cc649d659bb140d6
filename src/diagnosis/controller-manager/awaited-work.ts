import { ORPHAN } from '../../api/builtin-finalizers.ts'
import { seenOf } from '../../api/fact.ts'
import { largest } from '../../api/long-lists.ts'
import { serverWords, type Unreadable } from '../../api/terminating.ts'
import { isPassing, rejectionOf } from '../../statements/rejection.ts'
import { isConversionFailure, isUndecodable } from '../../statements/stored-objects.ts'
import { type ControllerManager, controllerManager } from '../controller-manager-lease.ts'
import { isPod, remainingIn } from '../namespaces/remaining.ts'
import {
  awaitsNamespaceController,
  deletionErrors,
  hasConditions,
  namespaceBeingEmptied,
  reportedRemains,
} from '../namespaces/terminating-namespaces.ts'
import {
  blockingDependents,
  deletesInForeground,
  fateOf,
  ownersBlockedBy,
  terminatingDependents,
} from '../ownership/owner-lookup.ts'
import { awaitsCollection, podEnding } from '../pods/ending.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import { OWN_REQUEST_SECONDS, PATIENCE_SECONDS, PROMPT_SECONDS } from '../thresholds.ts'
import { type AwaitedWork, protectionWork } from './protections.ts'
import { isUnprotecting, servedFinalizers } from './served-finalizers.ts'

export const GARBAGE_COLLECTOR = 'garbage-collector-controller'
const NAMESPACES = 'namespace-controller'

const kinds: readonly ((held: StuckObject, context: RuleContext) => AwaitedWork | undefined)[] = [
  emptyNamespace,
  untouchedContent,
  foregroundOwner,
  livingDependent,
  orphaningOwner,
  protectionWork,
  podCollection,
  servedFinalizer,
]

/** What this object waits for; undefined: nothing of the kind, or something else comes first. */
export function awaitedWork(held: StuckObject, context: RuleContext): AwaitedWork | undefined {
  for (const kind of kinds) {
    const work = kind(held, context)
    if (work !== undefined) return work
  }
  return undefined
}

function emptyNamespace(held: StuckObject, context: RuleContext): AwaitedWork | undefined {
  if (!awaitsNamespaceController(held)) return undefined
  const { pods, others, complete } = remainingIn(held.ref.name, context)
  if (pods.length > 0 || others.length > 0 || !isWithoutErrors(held, context)) return undefined
  const { ageSeconds = 0 } = held
  // What it saw at its last look is gone since, and it looks again within a minute or so.
  const seesNot = reportedRemains(held, context).length > 0
  const rest = { controller: NAMESPACES, ageSeconds, patienceSeconds: patienceWith(held, context), seesNot }
  if (!complete) return { work: 'emptyNamespace', ...rest, notAlone: true }
  return { work: 'finishNamespace', ...rest }
}

/**
 * The controller writes conditions in its first pass, seconds after the deletion: without any, it has not passed. Only
 * if every API answers: one that does not delays that pass.
 */
function patienceWith(held: StuckObject, context: RuleContext): number {
  const neverCame = hasConditions(held, context) === false
  const answersAll = context.unreadable.length === 0 && context.facts.unknownGroups.size === 0
  return neverCame && answersAll && mayReport(held, context) ? PROMPT_SECONDS : PATIENCE_SECONDS
}

/** What is rejected as a report leaves no condition either, and hinders nothing else: its controller only logs that. */
function mayReport({ ref, ageSeconds = 0 }: StuckObject, { facts }: RuleContext): boolean {
  if (ageSeconds < PROMPT_SECONDS || ageSeconds >= PATIENCE_SECONDS) return true
  const { name, uid } = ref
  const update = facts.read({ about: 'update', resource: 'namespaces', name, uid, subresource: 'status' })
  return update.state !== 'known' || update.value.accepted || isPassing(rejectionOf(update.value))
}

/** What has not been deleted yet: deleting it is the namespace controller's next step when no Pod remains. */
function untouchedContent(held: StuckObject, context: RuleContext): AwaitedWork | undefined {
  if (held.meta.deletionTimestamp !== undefined || !held.type.verbs.includes('delete')) return undefined
  const namespace = namespaceBeingEmptied(held.ref.namespace, context)
  if (namespace === undefined) return undefined
  const { pods } = remainingIn(namespace.ref.name, context)
  if ((pods.length > 0 && !isPod(held)) || !isWithoutErrors(namespace, context)) return undefined
  const rest = { ageSeconds: namespace.ageSeconds ?? 0, patienceSeconds: patienceWith(namespace, context) }
  return { work: 'deleteContent', controller: NAMESPACES, ...rest }
}

function foregroundOwner(held: StuckObject, context: RuleContext): AwaitedWork | undefined {
  if (!deletesInForeground(held)) return undefined
  const dependents = blockingDependents(held, context)
  const { ageSeconds = 0 } = held
  const seen = seenOf(dependents) ?? terminatingDependents(held, context)
  if (seen.length > 0) return undefined
  // A dependent may be in a group that cannot be read.
  const proven = dependents.state === 'known' && context.facts.unknownGroups.size === 0
  const rest = { controller: GARBAGE_COLLECTOR, ageSeconds, patienceSeconds: PROMPT_SECONDS }
  if (!proven) return { work: 'endForeground', ...rest, notAlone: true }
  return { work: 'endForegroundWithoutDependents', ...rest }
}

function livingDependent(held: StuckObject, context: RuleContext): AwaitedWork | undefined {
  if (held.meta.deletionTimestamp !== undefined) return undefined
  const owners = ownersBlockedBy(held, context)
  if (owners.length === 0) return undefined
  const { fate } = fateOf(held, context)
  if (fate === 'untouched') return undefined
  const work = fate === 'released' ? 'releaseDependent' : 'deleteDependent'
  const ageSeconds = largest(owners.map(owner => owner.ageSeconds ?? 0))
  return { work, controller: GARBAGE_COLLECTOR, ageSeconds, patienceSeconds: PATIENCE_SECONDS, toldElsewhere: true }
}

function orphaningOwner({ meta, ageSeconds = 0 }: StuckObject): AwaitedWork | undefined {
  if (meta.deletionTimestamp === undefined || !(meta.finalizers ?? []).includes(ORPHAN)) return undefined
  const rest = { controller: GARBAGE_COLLECTOR, ageSeconds, patienceSeconds: PROMPT_SECONDS }
  return { work: 'releaseDependents', ...rest }
}

/**
 * For how many seconds, at most, the garbage collector has had to DELETE this dependent, the namespace controller this
 * content, or a kubelet or PodGC this Pod past its grace period. undefined: none of them has to.
 */
export function awaitedDeletion(held: StuckObject, context: RuleContext): number | undefined {
  if (held.meta.deletionTimestamp !== undefined) {
    const ending = podEnding(held, context)
    if (ending === undefined || ending.state === 'gone' || ending.state === 'inGrace') return undefined
    return awaitsCollection(ending) || ending.state === 'unconfirmed' ? ending.overdueSeconds : undefined
  }
  // The answer that the user would get: it is about no other one who may come later.
  if (context.together?.refused.has(held.ref.uid)) return OWN_REQUEST_SECONDS
  if (context.together?.refusedToOthers.has(held.ref.uid)) return 0
  const namespace = namespaceBeingEmptied(held.ref.namespace, context)
  if (namespace !== undefined && held.type.verbs.includes('delete')) {
    const { pods } = remainingIn(namespace.ref.name, context)
    return pods.length === 0 || isPod(held) ? (namespace.ageSeconds ?? 0) : undefined
  }
  const owners = ownersBlockedBy(held, context)
  if (owners.length === 0 || fateOf(held, context).fate !== 'deleted') return undefined
  return largest(owners.map(owner => owner.ageSeconds ?? 0))
}

/** The Pod garbage collector is a part of kube-controller-manager, and ends what no kubelet can. */
function podCollection(held: StuckObject, context: RuleContext): AwaitedWork | undefined {
  const ending = podEnding(held, context)
  if (ending === undefined || !awaitsCollection(ending)) return undefined
  const rest = { controller: 'pod-garbage-collector-controller', patienceSeconds: PATIENCE_SECONDS }
  return { work: 'collectPod', ...rest, ageSeconds: held.ageSeconds ?? 0, notAlone: true }
}

/** What only one of its controllers removes; nothing else is in its way if its users are known, and there are none. */
function servedFinalizer(held: StuckObject, context: RuleContext): AwaitedWork | undefined {
  const served = servedFinalizers(held)
  const free = served.find(({ name }) => isUnprotecting(held, name, context))
  const finalizer = free ?? served[0]
  if (finalizer === undefined) return undefined
  const { name, controller } = finalizer
  const work = { work: { remove: name }, controller, ageSeconds: held.ageSeconds ?? 0, patienceSeconds: PROMPT_SECONDS }
  return free === undefined ? { ...work, notAlone: true } : work
}

/** What a namespace controller wrote that is gone now says nothing any more. */
function isWithoutErrors(namespace: StuckObject, context: RuleContext): boolean {
  if (controllerManager(context.facts).state === 'stale') return true
  return deletionErrors(namespace, context)?.length === 0
}

/** Before, the collector did not start while a type could not be listed (kubernetes/kubernetes#125796). */
const STARTS_ALL_THE_SAME = 32

/**
 * Types with an unreadable object that keep the garbage collector from its work on this one: it is late although
 * kube-controller-manager lives, and of a release that waits for the lists of all types.
 */
export function keptFromStarting(held: StuckObject, context: RuleContext): readonly Unreadable[] {
  const unlisted = context.unreadable.filter(each => isUndecodable(each) || isConversionFailure(serverWords(each)))
  if (unlisted.length === 0) return []
  const awaited = awaitedWork(held, context)
  if (awaited?.controller !== GARBAGE_COLLECTOR) return []
  const manager = controllerManager(context.facts)
  // It is not slow with many of them: it has not begun.
  if (manager.state !== 'works' || !isLate({ ...awaited, patienceSeconds: PROMPT_SECONDS }, manager)) return []
  const version = context.facts.read({ about: 'version' })
  const minor = version.state === 'known' ? Number(/^v?1\.(\d+)/.exec(version.value)?.[1]) : Number.NaN
  return minor < STARTS_ALL_THE_SAME ? unlisted : []
}

/** Whether a controller manager is late with its work; one that took over only now has not had that time. */
export function isLate(
  { ageSeconds, patienceSeconds }: { readonly ageSeconds: number; readonly patienceSeconds: number },
  { sinceSeconds = ageSeconds }: ControllerManager,
): boolean {
  return Math.min(ageSeconds, sinceSeconds) >= patienceSeconds
}
