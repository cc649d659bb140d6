import { NAMESPACE_TYPE } from '../../api/namespace-type.ts'
import { type ObjectRef, refOf } from '../../api/object-ref.ts'
import { type Content, readNamespaceContent } from '../../cluster/namespace-content.ts'
import { DEFAULT_PAGE_SIZE } from '../../cluster/scan/scan.ts'
import { controllerManager } from '../../diagnosis/controller-manager-lease.ts'
import { message } from '../../messages/sentence.ts'
import type { GuardName, Refusal } from '../../plan/guard.ts'
import { deletedWithIt, type ShownContents } from '../../plan/guards/deleted-with-it.ts'
import { namespaceUnread } from '../../plan/guards/namespace-content-text.ts'
import type { Change, Step } from '../../plan/outcome.ts'
import { removalChanges } from '../../plan/plan.ts'
import { passes, type Removal } from '../../plan/removal.ts'
import { askUntilKnown } from '../inspect/ask-until-known.ts'
import { planAll } from '../write/plan-all.ts'
import { permissionOf } from '../write/write-run.ts'
import type { NamespaceInspection, NamespaceRequest } from './inspection.ts'

/** What cures a namespace that was ended by force. */
export interface Cure extends Omit<ShownContents, 'finished'> {
  /** Of the namespace that does not exist: without uid. */
  readonly ref: ObjectRef
  /** Judged by every guard but those that need a dry run, which cannot be made yet. */
  readonly removals: readonly Removal[]
  /** What has to go first, and a guard refuses: then nothing is begun. */
  readonly refused: readonly Step[]
  /** What refuses the cure as a whole, after overrides: that it would not end, or take something with it. */
  readonly refusals: readonly Refusal[]
  /** Finalizers whose controllers take them off by themselves, once the namespace is there. */
  readonly stays: readonly string[]
  /** What has not been deleted yet, and goes with the namespace. */
  readonly deleted: readonly Content[]
}

/** Of Kubernetes itself, or of a controller that works: they fail only because the namespace is missing. */
const ENDED_BY_OTHERS: ReadonlySet<GuardName | undefined> = new Set<GuardName>([
  'ProtectedFinalizer',
  'ControllerAlive',
])

/** Plans the cure; nothing is changed. */
export async function planCure({ stuck, discovery }: NamespaceInspection, request: NamespaceRequest): Promise<Cure> {
  const { name, transport, ports } = request
  // Every type, also those that a survey leaves out: the namespace's end deletes them all.
  const content = await readNamespaceContent(transport, name, ports.signal)
  const terminating = new Set(stuck.map(({ held: { ref } }) => ref.uid))
  const deleted = content.objects.filter(
    ({ ref, meta }) => meta.deletionTimestamp === undefined && !terminating.has(ref.uid),
  )
  const unread = namespaceUnread({ content })
  const judged = [await managerDown(request, discovery), unread, deletedWithIt(name, deleted, ports.aim)].filter(
    each => each !== undefined,
  )
  const refusals = judged.filter(refusal => !passes(refusal, permissionOf(request)))
  // That the namespace is missing holds it now, and will not then.
  const held = stuck
    .filter(({ held: { meta } }) => (meta.finalizers ?? []).length > 0)
    .map(each => ({ ...each, causes: each.causes.filter(({ cause }) => cause.code !== 'NamespaceMissing') }))
  const { removals, steps } = await planAll(held, { finalizers: [], untried: true }, request)
  const refused = steps.filter(({ result }) => result === 'refused' || result === 'failed')
  const stays = refused.filter(({ guard }) => ENDED_BY_OTHERS.has(guard))
  return {
    ref: refOf(NAMESPACE_TYPE, { name, uid: '' }),
    removals,
    refused: refused.filter(step => !stays.includes(step)),
    stays: stays.map(({ ref, finalizer }) => `${ref.resource}/${ref.name} (${finalizer ?? ''})`),
    refusals,
    unreadPassed: unread !== undefined && !refusals.includes(unread),
    deleted,
    leftovers: [...terminating, ...content.objects.map(({ ref }) => ref.uid)],
  }
}

/** Everything that the cure does, in its order. */
export function changesOfCure({ ref, removals, deleted }: Cure): readonly Change[] {
  return [
    { ref, action: 'Create' },
    ...removals.flatMap(removalChanges),
    ...deleted.map(({ ref }): Change => ({ ref, action: 'Delete' })),
    { ref, action: 'Delete' },
  ]
}

/**
 * Refuses to create and delete a namespace while, by its Lease, no kube-controller-manager would end it; undefined:
 * that is fresh, or proves nothing (missing or unreadable).
 */
async function managerDown(
  { transport, ports }: NamespaceRequest,
  discovery: NamespaceInspection['discovery'],
): Promise<Refusal | undefined> {
  const source = { transport, discovery, pageSize: DEFAULT_PAGE_SIZE, signal: ports.signal }
  const { answer: manager } = await askUntilKnown(source, ports.clock.now(), controllerManager)
  if (manager.state !== 'stale') return undefined
  return {
    guard: 'RepairFirst',
    why: message('ManagerNotRunning', { fact: manager.evidence.fact }),
    instead: message('StartManagerAgain'),
  }
}
