import type { ObjectRef } from '../../api/object-ref.ts'
import { type Messages, message } from '../../messages/sentence.ts'
import { bindingsOf } from '../controller/account-rules.ts'
import { domainOf, isOfDomain, ownerDomain } from '../controller/identity.ts'
import { isKin, namesOf, wordsOf } from '../controller/kinship.ts'
import { isOfWorkload, specOf } from '../controller/leases.ts'
import type { Case } from '../dossier/dossier.ts'
import { type Clue, clueOf, toInspect } from '../explanation.ts'
import { once } from '../facts.ts'
import { leaseState } from '../lease-state.ts'
import { isByHand, isLibrary, isProgram, isTelling, programsThatWrote, writerOfFinalizer } from '../managers.ts'
import { commandLine, yamlCommand } from '../shell-quote.ts'
import { formatSeconds, SAME_WRITE_SECONDS } from '../thresholds.ts'
import { logCommand } from '../workloads/log-places.ts'
import { type Workload, workloadsOf, workloadText } from '../workloads/workloads.ts'

/**
 * The program that wrote the finalizer changed the object's metadata after the deletion and left the finalizer: it has
 * seen the deletion, as an operator of an older version that does not know this finalizer (elastic/cloud-on-k8s#1094).
 */
export function leftByWriter(
  { held, finalizer, identity: { writer }, context: { facts } }: Case,
  workload: Workload,
): Clue | undefined {
  if (writer === undefined || !isProgram(writer.manager) || held.ageSeconds === undefined) return undefined
  const { deletionTimestamp = '', deletionGracePeriodSeconds = 0 } = held.meta
  const after = (Date.parse(writer.time ?? '') - Date.parse(deletionTimestamp)) / 1000 + deletionGracePeriodSeconds
  if (!(after > SAME_WRITE_SECONDS)) return undefined
  const fact = message('ChangedAndLeft', { manager: writer.manager, after: formatSeconds(after) })
  const remedy = toInspect(message('FindWhetherVersionHandles', { finalizer }), [logCommand(workload, facts)])
  return clueOf(`left/${finalizer}`, message('LeftByWriter'), fact, 'managedFields', remedy)
}

/**
 * A person or a pipeline put the finalizer on; no controller puts this name on objects of the type, but one puts on
 * another of the same domain. Not names of the catalogue: manifests may ask for those.
 */
export function putOnByHand({ held, finalizer, identity: { writer }, known, context }: Case): Clue | undefined {
  if (writer === undefined || !isByHand(writer.manager) || known.entry !== undefined) return undefined
  const { ref } = held
  const all = context.facts.read({ about: 'metadata', resource: ref.resource })
  if (all.state !== 'known') return undefined
  const ofPrograms = all.value.flatMap(meta =>
    (meta.finalizers ?? []).filter(name => isProgram(writerOfFinalizer(meta, name)?.manager ?? writer.manager)),
  )
  const own = ofPrograms.find(name => ownerDomain(domainOf(name)) === ownerDomain(domainOf(finalizer)))
  if (own === undefined || ofPrograms.includes(finalizer)) return undefined
  const fact = message('PutOnBesideController', { manager: writer.manager, at: writer.time, ofController: own })
  const remedy = toInspect(message('AskWhoAdded'), [yamlCommand(ref, '--show-managed-fields')])
  return clueOf(`by hand/${finalizer}`, message('PutOnByHand'), fact, 'managedFields', remedy)
}

/**
 * The finalizer was written by a program that another workload is called after (opendatahub-io/kserve#1750), or none of
 * this cluster: it is gone (stolostron/multicluster-global-hub#320), or in another (stolostron/rhacm-docs#1887).
 */
export function writerElsewhere(found: Case, workload: Workload): Clue | undefined {
  const { held, finalizer, identity, context } = found
  const manager = identity.writer?.manager
  if (manager !== undefined && isLibrary(manager)) return writtenByLibrary(found, workload, manager)
  if (manager === undefined || !isProgram(manager) || !isTelling(manager)) return undefined
  const { all, leaving, failed, unreadable } = workloadsOf(context.facts)
  const isCalled = (each: Workload) => namesOf(each).some(name => name.includes(manager))
  const called = once(context.facts, `called ${manager}`, () => [...all, ...leaving, ...failed].filter(isCalled))
  const [domain, words] = [domainOf(finalizer), wordsOf(manager)]
  // One program may write under several names: cert-manager-certificates-trigger.
  if (called.includes(workload) || isKin(workload, words)) return undefined
  // Anybody may call a workload so: only one with a right in the whole cluster is told.
  const other = called.find(
    each =>
      namesOf(each).some(name => `${name}-`.startsWith(`${manager}-`)) &&
      bindingsOf(each, 'clusterrolebindings', context.facts).length > 0,
  )
  if (other === undefined && called.length > 0) return undefined
  if (other !== undefined) {
    const of = { manager, other: workloadText(other), workload: workloadText(workload) }
    const look = toInspect(message('FindWhichRemoves', { finalizer, ...of }), [logCommand(other, context.facts)])
    const fact = message('WrittenByAnother', of)
    return clueOf(`writer/${manager}`, message('WriterIsAnother', of), fact, 'managedFields', look)
  }
  const wrote = programsThatWrote(held.meta)
  const reports = wrote.some(each => each.manager === manager && each.reports)
  const own = reports
    ? (wrote.find(each => namesOf(workload).includes(each.manager))?.manager ?? ownNameOf(workload, found))
    : undefined
  const isOfOwner = isOfDomain(held.type.group, domain) || held.type.group.endsWith(`.${domain}`)
  const isOther = words.size > 0 && !isOfOwner && !all.some(each => isKin(each, words))
  if (unreadable.length > 0 || (own === undefined && !isOther)) return undefined
  return writtenByNone({ manager, workload: own && workloadText(workload), own, isLibrary: false }, held.ref)
}

/** As a workload is called, or that without what is in front of it, by other objects of the group that are deleted. */
function ownNameOf(workload: Workload, { held, context: { facts, terminating } }: Case): string | undefined {
  const { group } = held.type
  return once(facts, `name of ${workloadText(workload)} as a writer of ${group}`, () => {
    const all = [...terminating.values()].filter(({ type }) => type.group === group)
    const isIts = (name: string) => isTelling(name) && namesOf(workload).some(own => `-${own}`.endsWith(`-${name}`))
    return all.flatMap(({ meta }) => programsThatWrote(meta)).find(({ manager }) => isIts(manager))?.manager
  })
}

/**
 * The finalizer is of a domain of another owner than the type's, after which nothing here is called, and some client
 * library wrote it; the status is written by the workload's name: another program (flux-framework/flux-coral2#168).
 */
function writtenByLibrary({ held, finalizer, context }: Case, workload: Workload, manager: string): Clue | undefined {
  const domain = domainOf(finalizer)
  const own = programsThatWrote(held.meta).find(each => each.reports && namesOf(workload).includes(each.manager))
  const { all, unreadable } = workloadsOf(context.facts)
  const words = wordsOf(domain)
  if (own === undefined || unreadable.length > 0 || words.size === 0) return undefined
  if (ownerDomain(domain) === ownerDomain(held.type.group) || all.some(each => isKin(each, words))) return undefined
  return writtenByNone({ manager, workload: workloadText(workload), own: own.manager, isLibrary: true }, held.ref)
}

function writtenByNone(of: Messages['WrittenByNoneHere'] & Messages['WriterIsElsewhere'], ref: ObjectRef): Clue {
  const remedy = toInspect(message('FindWhereWriterRuns', of), [yamlCommand(ref, '--show-managed-fields')])
  const fact = message('WrittenByNoneHere', of)
  return clueOf(`writer/${of.manager}`, message('WriterIsElsewhere', of), fact, 'managedFields', remedy)
}

/** As some elect by: it tells of no Pod. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/

/**
 * The Lease by which a workload elects is renewed by none of the Pods here, so that the workload runs and waits.
 * undefined where it renews a Lease itself, or where the holder may be a Pod or a node of this cluster.
 */
export function otherLeader({ identity, context: { facts } }: Case, workload: Workload): Clue | undefined {
  const leases = facts.read({ about: 'list', resource: 'leases.coordination.k8s.io' })
  const pods = facts.read({ about: 'list', resource: 'pods' })
  if (leases.state !== 'known' || pods.state !== 'known') return undefined
  const own = leases.value.filter(
    lease =>
      isOfWorkload(lease, workload, identity.manager) && leaseState(specOf(lease), facts.now).state === 'renewed',
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
