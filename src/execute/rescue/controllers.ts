import { isTrue } from '../../api/condition.ts'
import type { KubeObject } from '../../api/object.ts'
import { listPath } from '../../api/path.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import { listAll } from '../../cluster/list-pages.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { DEFAULT_PAGE_SIZE } from '../../cluster/scan/scan.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import type { ChangeResult } from '../../plan/outcome.ts'
import { holdFor, isStopped } from '../../plan/rescue/hold.ts'
import { type Saved, textOf } from '../../plan/rescue/rescue.ts'
import type { Tools } from '../tools.ts'
import type { Edit } from './edit.ts'
import { builtinType, waitWhile } from './rescue-tools.ts'

/**
 * Stops a controller, and waits until nothing of it runs. One already stopped when the plan was made gets no request
 * but is waited for alike: processes may go on for their grace period.
 */
export function stop(controller: Saved, tools: Tools): Edit {
  const { object } = controller
  const { stop, stopped, said } = holdFor(object.kind)
  const stoodStill = isStopped(object)
  return {
    ...controller,
    action: stop,
    isSo: isStopped,
    fields: () => ({ spec: stopped }),
    hindrance: now => (stoodStill && !isStopped(now) ? startedAgain(controller) : undefined),
    said,
    follows: () => waitWhile(() => whatRuns(controller, tools), message('PodsNotEnded'), tools),
  }
}

/** Has a controller run as before; one that somebody else started or created again meanwhile stays as it is. */
export function start(controller: Saved): Edit {
  const { object } = controller
  const { start, was, saidAgain } = holdFor(object.kind)
  return {
    ...controller,
    action: start,
    isSo: now => !isStopped(now),
    fields: () => ({ spec: was(object) }),
    said: saidAgain(object),
    other: { result: 'gone', message: message('GoneAndCreatedByOther') },
  }
}

/** What of it runs, or may start; undefined: nothing, which whatever starts its Pods has seen too. */
async function whatRuns({ type, object }: Saved, tools: Tools): Promise<Sentence | undefined> {
  const now = await readWhole(tools.transport, type, object.metadata, tools.signal)
  if (now !== undefined && !isSeen(now, isStopped(object))) return message('ChangeNotSeen')
  const running = await stillRunning({ type, object }, tools)
  return running.length === 0 ? undefined : running.slice(0, 3).join(', ')
}

function isSeen(now: KubeObject, stoodStill: boolean): boolean {
  const { kind, metadata, status } = now
  if (kind === 'CronJob' || (kind === 'Job' && stoodStill)) return true
  if (kind === 'Job') return isTrue(now, 'Suspended', 'Complete', 'Failed')
  const { observedGeneration } = (status ?? {}) as { observedGeneration?: number }
  return observedGeneration === undefined ? stoodStill : observedGeneration === metadata.generation
}

/** The first controller that was started again, which keeps an object from being released. Rejects with ApiFailure. */
export async function controllerBack(
  controllers: readonly Saved[],
  { transport }: Tools,
): Promise<ChangeResult | undefined> {
  for (const each of controllers) {
    const now = await readWhole(transport, each.type, each.object.metadata)
    if (now !== undefined && !isStopped(now)) return startedAgain(each)
  }
  return undefined
}

function startedAgain({ type, object: { kind, metadata } }: Saved): ChangeResult {
  const said = message('StartedAgain', {
    isResumed: holdFor(kind).stop === 'Suspend',
    controller: `${type.kind.toLowerCase()}/${metadata.name}`,
    namespace: metadata.namespace!,
  })
  return { result: 'refused', guard: 'ControllerAlive', message: said }
}

const PODS = builtinType('', 'pods', 'Pod')
const REPLICA_SETS = builtinType('apps', 'replicasets', 'ReplicaSet')
const JOBS = builtinType('batch', 'jobs', 'Job')

/**
 * What of a workload may still work, as `pod/x`: its Pods, also terminating ones, which run to the end of their grace
 * period while `status.replicas` is 0 already; of a CronJob also Jobs that may start Pods. Rejects with ApiFailure.
 */
async function stillRunning({ object }: Saved, tools: Tools): Promise<readonly string[]> {
  const { uid, namespace = '' } = object.metadata
  const read = (type: ResourceType) => ownedBy(type, namespace, tools)
  const pods = await read(PODS)
  if (object.kind === 'CronJob') {
    const jobs = (await read(JOBS))(new Set([uid]))
    return [...jobs.filter(mayStart), ...pods(uidsOf(jobs)).filter(isAlive)].map(textOf)
  }
  const makers = object.kind === 'Deployment' ? uidsOf((await read(REPLICA_SETS))(new Set([uid]))) : new Set([uid])
  return pods(makers).filter(isAlive).map(textOf)
}

async function ownedBy(
  type: ResourceType,
  namespace: string,
  { transport, signal }: Tools,
): Promise<(owners: ReadonlySet<string>) => readonly KubeObject[]> {
  const items = await listAll(transport, { path: listPath(type, namespace), pageSize: DEFAULT_PAGE_SIZE, signal })
  const all = items.map(each => ({ ...each, kind: type.kind }))
  return owners => all.filter(({ metadata }) => metadata.ownerReferences?.some(({ uid }) => owners.has(uid)))
}

/** Of a Pod that has ended no container runs, though it may be there for long. */
function isAlive({ status }: KubeObject): boolean {
  const { phase } = (status ?? {}) as { phase?: string }
  return phase !== 'Succeeded' && phase !== 'Failed'
}

function mayStart(job: KubeObject): boolean {
  const isSuspended = (job.spec as { suspend?: boolean } | undefined)?.suspend === true
  return !isTrue(job, 'Complete', 'Failed') && !isSuspended
}

function uidsOf(objects: readonly KubeObject[]): ReadonlySet<string> {
  return new Set(objects.map(({ metadata }) => metadata.uid))
}
