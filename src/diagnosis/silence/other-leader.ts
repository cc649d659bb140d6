import { message } from '../../messages/sentence.ts'
import type { Identity } from '../controller/identity.ts'
import { isOfWorkload, specOf } from '../controller/leases.ts'
import { toInspect } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { leaseState } from '../lease-state.ts'
import { formatSeconds } from '../seconds.ts'
import { commandLine } from '../shell-quote.ts'
import type { Workload } from '../workloads/workloads.ts'
import { type Clue, clueOf } from './clue.ts'

/** As some elect by: it tells of no Pod. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/

/**
 * The Lease by which a workload elects is renewed by none of the Pods here, so that the workload runs and waits.
 * undefined where it renews a Lease itself, or where the holder may be a Pod or a node of this cluster.
 */
export function otherLeader(workload: Workload, { manager }: Identity, facts: Facts): Clue | undefined {
  const leases = facts.read({ about: 'list', resource: 'leases.coordination.k8s.io' })
  const pods = facts.read({ about: 'list', resource: 'pods' })
  if (leases.state !== 'known' || pods.state !== 'known') return undefined
  const own = leases.value.filter(
    lease => isOfWorkload(lease, workload, manager) && leaseState(specOf(lease), facts.now).state === 'renewed',
  )
  const [lease] = own
  if (lease === undefined) return undefined
  const nodes = facts.read({ about: 'metadata', resource: 'nodes' })
  if (nodes.state !== 'known') return undefined
  // A host name is cut after 63 characters.
  const isHere = (holder: string) =>
    [...pods.value.map(({ metadata }) => metadata), ...nodes.value].some(
      ({ name }) => holder.includes(name) || name.startsWith(holder.split('_')[0]!),
    )
  if (own.some(each => isHere(specOf(each).holderIdentity ?? ''))) return undefined
  const { holder, silentSeconds } = leaseState(specOf(lease), facts.now)
  if (UUID.test(holder)) return undefined
  const { namespace = '', name } = lease.metadata
  const path = `${namespace}/${name}`
  const fact = message('RenewedBySomebodyElse', { lease: path, ago: formatSeconds(silentSeconds), holder })
  const remedy = toInspect(message('FindWhatRenews', { lease: name, holder }), [
    commandLine('kubectl', 'get', 'leases', name, '-n', namespace, '-o', 'yaml', '--show-managed-fields'),
  ])
  return clueOf(`leader/${path}`, message('OtherLeads', { lease: path }), fact, 'leases', remedy)
}
