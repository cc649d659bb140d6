import type { V1Lease } from '@kubernetes/client-node'
import { ApiFailure } from '../../api/failure.ts'
import type { KubeObject } from '../../api/object.ts'
import { listPath } from '../../api/path.ts'
import { listAll } from '../../cluster/list-pages.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import type { DirectCause } from '../../diagnosis/direct-causes.ts'
import { leaseState } from '../../diagnosis/lease-state.ts'
import { isAtWork } from '../../diagnosis/policy.ts'
import type { DeletionGroups } from '../../groups/deletion-groups.ts'
import { message } from '../../messages/sentence.ts'
import type { Refusal } from '../../plan/guard.ts'

const LEASE = { group: 'coordination.k8s.io', version: 'v1', plural: 'leases' } as const
const PAGE_SIZE = 500
/** The Leases by which the runtimes of Orkestra, under its two names, elect their leader. */
const LEASES = ['orkestra-konductor', 'inrun-konductor']

/**
 * Refuses while the operator is at work: two that delete the same objects interfere. Proof: its Lease is fresh, or a
 * working controller explains the resource's finalizers. An unreadable Lease may be fresh: only lists that were read
 * prove that there is none. (Whose the finalizers are is asked again before their removal.)
 */
export async function operatorAlive(
  { system, finalizers }: Pick<DeletionGroups, 'system' | 'finalizers'>,
  causes: readonly DirectCause[],
  transport: Transport,
  now: Date,
  signal: AbortSignal,
): Promise<Refusal | undefined> {
  const alive = causes.find(
    ({ cause, finalizer }) =>
      isAtWork(cause) && (finalizers === undefined || finalizer === undefined || finalizers.includes(finalizer)),
  )
  if (alive !== undefined) {
    return { guard: 'ControllerAlive', why: alive.cause.summary, instead: message('WaitOrInterfere') }
  }
  const looks = system === 'orkestra' ? await Promise.all(LEASES.map(name => readLeases(name, transport, signal))) : []
  // One whose time cannot be read may be renewed.
  const lease = looks
    .flatMap(({ leases = [] }) => leases)
    .find(each => leaseState(each.spec as V1Lease['spec'], now).state !== 'lapsed')
  if (lease !== undefined) {
    const { namespace, name } = lease.metadata
    const why = message('OperatorHoldsLease', { lease: `${namespace}/${name}` })
    return { guard: 'ControllerAlive', why, instead: message('WaitOrStopFirst') }
  }
  const failure = looks.find(each => each.failure !== undefined)?.failure
  if (failure === undefined) return undefined
  const why = message('OperatorUnread', { why: failure.message })
  return { guard: 'IncompleteRead', why, instead: message('ReadOrStopOperator') }
}

interface Look {
  readonly leases?: readonly KubeObject[]
  readonly failure?: ApiFailure
}

async function readLeases(name: string, transport: Transport, signal: AbortSignal): Promise<Look> {
  try {
    const query = { fieldSelector: `metadata.name=${name}` }
    return { leases: await listAll(transport, { path: listPath(LEASE), pageSize: PAGE_SIZE, query, signal }) }
  } catch (error) {
    if (!(error instanceof ApiFailure) || signal.aborted) throw error
    return { failure: error }
  }
}
