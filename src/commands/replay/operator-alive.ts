import type { KubeObject } from '../../api/object.ts'
import type { Refusal } from '../../change/guard.ts'
import { readJson } from '../../cluster/transport/read.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import type { DirectCause } from '../../diagnosis/direct-causes.ts'
import { policies } from '../../diagnosis/policy.ts'
import type { DeletionGroups } from '../../groups/deletion-groups.ts'

/** The Leases by which the runtimes of Orkestra, under its two names, elect their leader. */
const LEASES = ['orkestra-konductor', 'inrun-konductor']

/**
 * Refuses while the operator is at work: two who delete the same objects get in each other's way. Its Lease is fresh, or
 * the finalizers of the resource are explained by a controller that works. A Lease that cannot be read proves nothing.
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
      policies[cause.code].atWork === 'always' &&
      (finalizers === undefined || finalizer === undefined || finalizers.includes(finalizer)),
  )
  if (alive !== undefined) {
    const instead = 'let it do its work, or stop it first: two who delete the same objects get in each other’s way'
    return { guard: 'ControllerAlive', why: alive.cause.summary, instead }
  }
  if (system !== 'orkestra') return undefined
  const lease = (await leases(transport, signal)).find(each => isFresh(each.spec, now))
  if (lease === undefined) return undefined
  const { namespace, name } = lease.metadata
  const why = `Lease ${namespace}/${name} is renewed: the operator runs`
  return { guard: 'ControllerAlive', why, instead: 'let it do its work, or stop it first' }
}

async function leases(transport: Transport, signal: AbortSignal): Promise<readonly KubeObject[]> {
  const found = LEASES.map(async name => {
    try {
      const query = { fieldSelector: `metadata.name=${name}` }
      const { body } = await readJson(transport, {
        method: 'GET',
        path: '/apis/coordination.k8s.io/v1/leases',
        query,
        signal,
      })
      return (body as { items?: readonly KubeObject[] | null }).items ?? []
    } catch {
      return []
    }
  })
  return (await Promise.all(found)).flat()
}

/** Held, and renewed within twice its duration: a leader that missed one renewal is no dead one. */
export function isFresh(spec: unknown, now: Date): boolean {
  const { renewTime, leaseDurationSeconds, holderIdentity } = (spec ?? {}) as {
    renewTime?: string
    leaseDurationSeconds?: number
    holderIdentity?: string
  }
  if (!holderIdentity || renewTime === undefined) return false
  return now.getTime() - Date.parse(renewTime) < (leaseDurationSeconds ?? 15) * 2 * 1000
}
