import type { V1Lease } from '@kubernetes/client-node'
import { itemsOf } from '../../api/fact.ts'
import type { KubeObject, ObjectMeta } from '../../api/object.ts'
import { parsedJson } from '../../api/parsed-json.ts'
import type { Facts } from '../facts.ts'
import { type LeaseState, leaseState } from '../lease-state.ts'
import type { Workload } from '../workloads/workloads.ts'
import { isOfWorkload } from './leases.ts'

/** By what the Pods of a workload agree which of them leads. */
export interface Lock {
  readonly kind: 'Lease' | 'ConfigMap' | 'Endpoints'
  readonly namespace: string
  readonly name: string
  readonly held:
    | { readonly by: 'owner'; readonly uid: string; readonly pod: string }
    /** As client-go writes it: the name of a Pod or a host and a uuid; '' where it was let go. */
    | ({ readonly by: 'time' } & LeaseState)
}

/** client-go's record of a leader in an annotation: tools/leaderelection/resourcelock/interface.go. */
const LEADER = 'control-plane.alpha.kubernetes.io/leader'

/**
 * The locks of a workload in its own namespace: Leases, ConfigMaps and Endpoints with client-go's record of a leader,
 * and ConfigMaps that one of its Pods owns, which go with that Pod (operator-framework/operator-lib:leader/leader.go).
 * What could not be read is left out.
 */
export function locksOf(workload: Workload, manager: string | undefined, facts: Facts): readonly Lock[] {
  const { namespace } = workload
  const leases = facts.read({ about: 'list', resource: 'leases.coordination.k8s.io' })
  const maps = facts.read({ about: 'metadata', resource: 'configmaps', namespace })
  const endpoints = facts.read({ about: 'metadata', resource: 'endpoints', namespace })
  const timed = [
    ...itemsOf(leases).map(lease => timedLock('Lease', lease.metadata, (lease as unknown as V1Lease).spec, facts)),
    ...itemsOf(maps).map(meta => timedLock('ConfigMap', meta, recordOf(meta), facts)),
    ...itemsOf(endpoints).map(meta => timedLock('Endpoints', meta, recordOf(meta), facts)),
  ].filter(found => found !== undefined && isOwn(found, workload, manager))
  return [...timed.map(found => found!.lock), ...itemsOf(maps).flatMap(meta => ownedLock(meta, workload))]
}

type Timed = { readonly lock: Lock; readonly holder: string; readonly metadata: ObjectMeta }

function timedLock(kind: Lock['kind'], metadata: ObjectMeta, spec: V1Lease['spec'], { now }: Facts): Timed | undefined {
  const lease = leaseState(spec, now)
  if (Number.isNaN(lease.silentSeconds)) return undefined
  const { namespace = '', name } = metadata
  return { lock: { kind, namespace, name, held: { by: 'time', ...lease } }, holder: lease.holder, metadata }
}

function isOwn({ metadata, holder }: Timed, workload: Workload, manager: string | undefined): boolean {
  if (metadata.namespace !== workload.namespace) return false
  return holder.startsWith(`${workload.name}-`) || isOfWorkload({ metadata } as KubeObject, workload, manager)
}

function recordOf({ annotations = {} }: ObjectMeta): V1Lease['spec'] {
  return parsedJson(annotations[LEADER] ?? '') as V1Lease['spec']
}

function ownedLock({ name, namespace = '', ownerReferences = [] }: ObjectMeta, workload: Workload): readonly Lock[] {
  const owner = ownerReferences.find(({ kind }) => kind === 'Pod')
  if (owner === undefined || !owner.name.startsWith(`${workload.name}-`)) return []
  return [{ kind: 'ConfigMap', namespace, name, held: { by: 'owner', uid: owner.uid, pod: owner.name } }]
}
