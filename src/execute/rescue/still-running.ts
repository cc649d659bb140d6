import type { KubeObject } from '../../api/object.ts'
import { listPath } from '../../api/path.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import { listAll } from '../../cluster/list-pages.ts'
import { DEFAULT_PAGE_SIZE } from '../../cluster/scan/scan.ts'
import type { Saved } from '../../plan/rescue/rescue.ts'
import type { Tools } from '../tools.ts'
import { builtinType } from './rescue-tools.ts'

const PODS = builtinType('', 'pods', 'Pod')
const REPLICA_SETS = builtinType('apps', 'replicasets', 'ReplicaSet')
const JOBS = builtinType('batch', 'jobs', 'Job')

/**
 * What of a workload may still work, as `pod/x`: its Pods, also terminating ones, which run to the end of their grace
 * period while `status.replicas` is 0 already; of a CronJob also Jobs that may start Pods. Rejects with ApiFailure.
 */
export async function stillRunning({ object }: Saved, tools: Tools): Promise<readonly string[]> {
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

function mayStart({ spec, status }: KubeObject): boolean {
  const { conditions = [] } = (status ?? {}) as { conditions?: { type: string; status: string }[] }
  const isOver = conditions.some(({ type, status }) => ['Complete', 'Failed'].includes(type) && status === 'True')
  return !isOver && (spec as { suspend?: boolean } | undefined)?.suspend !== true
}

function uidsOf(objects: readonly KubeObject[]): ReadonlySet<string> {
  return new Set(objects.map(({ metadata }) => metadata.uid))
}

function textOf({ kind, metadata: { name } }: KubeObject): string {
  return `${kind.toLowerCase()}/${name}`
}
