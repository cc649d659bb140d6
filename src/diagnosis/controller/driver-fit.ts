import { itemsOf } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import { valuesAt } from '../../api/values-at.ts'
import { factFrom } from '../../messages/sentence.ts'
import type { Evidence } from '../explanation.ts'
import { type Facts, once } from '../facts.ts'
import { type StuckObject, wholeOf } from '../stuck-object.ts'
import { ATTACHER_PREFIX } from '../volumes/consumers.ts'
import { CSI_NODES, DRIVERS, installedDrivers, sanitize } from '../volumes/lost-driver.ts'
import { templateOf, type Workload, workloadsOf, workloadText } from '../workloads/workloads.ts'
import { domainOf, without } from './identity.ts'
import { isKin, namesOf, overlaps, wordsOf } from './kinship.ts'
import { specOf } from './leases.ts'

/** By labels, or its CSI driver: whether a workload looks after just this object, or after others of the type. */
export interface Fit {
  readonly to: 'this' | 'another'
  /** By the selector that it was started with; else by a label that both carry. */
  readonly isTold: boolean
  readonly evidence: Evidence
}

/** Who made a volume, and which driver has it now: sidecars of all CSI drivers have one name and one finalizer. */
const MIGRATED_TO = 'pv.kubernetes.io/migrated-to'
const PROVISIONED_BY = ['pv.kubernetes.io/provisioned-by', MIGRATED_TO]
/** Where objects name their driver; the sidecars that remove their finalizers have the same names for all drivers. */
const DRIVER_FIELDS: ReadonlyMap<string, string> = new Map([
  ['persistentvolumes', 'spec.csi.driver'],
  ['volumeattachments.storage.k8s.io', 'spec.attacher'],
  ['volumesnapshotcontents.snapshot.storage.k8s.io', 'spec.driver'],
  ['volumegroupsnapshotcontents.groupsnapshot.storage.k8s.io', 'spec.driver'],
])
/** kubernetes-csi/csi-driver-host-path and csi-driver-nfs: --drivername; ceph/ceph-csi: --drivername=$(DRIVER_NAME). */
const DRIVER_FLAG = /^--?(csi-?)?(driver|provisioner)-?(name)?=(.+)$/

/** How the Leases of CSI sidecars are called, each before the name of its driver; the provisioner's has no more. */
const LEADERS = ['attacher-leader-', 'snapshotter-leader-', 'resizer-', 'health-monitor-leader-']

/**
 * By the CSI driver that a workload is started as, or for which its Pod leads by a Lease, and that of the object: the
 * attacher's finalizer names it, as the API server allows (kubernetes/kubernetes#77258, openebs/mayastor#737).
 */
export function driverFit(workload: Workload, held: StuckObject, finalizer: string, facts: Facts): Fit | undefined {
  const isAttacher = finalizer.startsWith(ATTACHER_PREFIX)
  const sought = isAttacher ? [finalizer.slice(ATTACHER_PREFIX.length)] : driversOf(held, facts)
  if (sought.length === 0) return undefined
  const isOf = (driver: string) => sought.some(each => sanitize(each) === sanitize(driver))
  const drivers = driversRunIn(workload)
  if (drivers.length > 0) {
    const of = { workload: workloadText(workload), drivers, provisioners: sought }
    const isIt = drivers.some(isOf)
    return { to: isIt ? 'this' : 'another', isTold: isIt, evidence: factFrom(sourceOf(held), 'RunsDriver', of) }
  }
  const leases = leasesOf(workload, facts).flatMap(({ metadata: { name, namespace } }) => {
    const prefix = LEADERS.find(each => name.startsWith(`external-${each}`))
    const rest = prefix === undefined ? name : name.slice(`external-${prefix}`.length)
    const known = [...sought, ...(installedDrivers(facts) ?? [])].find(each => sanitize(each) === rest)
    const driver = known ?? (prefix && rest)
    return driver === undefined ? [] : [{ lease: `${namespace}/${name}`, driver }]
  })
  const own = leases.find(({ driver }) => isOf(driver))
  const [led] = own === undefined ? leases : [own]
  // Others hold volumes too, whatever their driver.
  if (led === undefined && !isAttacher && !domainOf(finalizer).endsWith('.kubernetes.io')) return undefined
  if (led === undefined) return byDriverName(workload, isAttacher ? sought : namedDrivers(held, facts), facts)
  const evidence = factFrom('leases', 'LeadsForDriver', { workload: workloadText(workload), ...led, drivers: sought })
  return { to: own === undefined ? 'another' : 'this', isTold: own !== undefined, evidence }
}

export const OF_ALL_DRIVERS = wordsOf('csi', 'volumes', 'storage', 'provisioner', 'attacher', 'snapshotter', 'resizer')

/**
 * Of a driver that is not installed any more, no workload without its name is the sidecar; else none that is called as
 * another one that is: every driver has a `csi-provisioner` (dell/csm#697).
 */
function byDriverName(workload: Workload, drivers: readonly string[], facts: Facts): Fit | undefined {
  const [driver] = drivers
  const installed = installedDrivers(facts)
  const nodes = facts.read({ about: 'list', resource: CSI_NODES })
  // The last driver of a cluster may be the one that was uninstalled.
  if (driver === undefined || installed === undefined || [...installed, ...itemsOf(nodes)].length === 0)
    return undefined
  // `csi-rbdplugin-provisioner` is of rbd.csi.ceph.com (ceph/ceph-csi#5749).
  const wordsIn = (name: string) =>
    new Set([...without(wordsOf(name), OF_ALL_DRIVERS)].flatMap(word => [word, `${word}plugin`]))
  const own = wordsIn(driver)
  const isInstalled = installed.some(name => sanitize(name) === sanitize(driver))
  const isOther = (name: string) => {
    const apart = without(own, wordsIn(name))
    const isThis = isKin(workload, apart.size > 0 ? apart : own)
    return !isThis && isKin(workload, without(wordsIn(name), own))
  }
  const isSidecar = () => isKin(workload, own) && overlaps(wordsOf(...namesOf(workload)), OF_ALL_DRIVERS)
  if (isInstalled ? !installed.some(isOther) : isSidecar()) return undefined
  const evidence = factFrom(DRIVERS, 'MayServeAnother', { workload: workloadText(workload), driver, isInstalled })
  return { to: 'another', isTold: false, evidence }
}

function sourceOf({ meta, ref }: StuckObject): string {
  const isMarked = PROVISIONED_BY.some(key => meta.annotations?.[key] !== undefined)
  return (isMarked ? undefined : DRIVER_FIELDS.get(ref.resource)) ?? PROVISIONED_BY[0]!
}

/** The Leases that Pods of a workload hold or held last; of `csi` not those of `csi-provisioner`. */
function leasesOf(workload: Workload, facts: Facts): readonly KubeObject[] {
  const { name, namespace } = workload
  const all = once(facts, 'leases by namespace', () => {
    const leases = itemsOf(facts.read({ about: 'list', resource: 'leases.coordination.k8s.io' }))
    return Map.groupBy(leases, each => each.metadata.namespace)
  })
  const longer = workloadsOf(facts).all.filter(each => each.namespace === namespace && each.name.startsWith(`${name}-`))
  return (all.get(namespace) ?? []).filter(lease => {
    const { holderIdentity = '' } = specOf(lease)
    const isOf = (called: string) => holderIdentity.startsWith(`${called}-`)
    return isOf(name) && !longer.some(each => isOf(each.name))
  })
}

/** A sidecar removes its finalizer, and another program adds it (kubernetes-csi/external-snapshotter#1258). */
export function isOfSidecar({ ref }: StuckObject): boolean {
  return DRIVER_FIELDS.get(ref.resource) === 'spec.driver'
}

export function driversOf(held: StuckObject, facts: Facts): readonly string[] {
  const marked = PROVISIONED_BY.flatMap(key => held.meta.annotations?.[key] ?? [])
  return marked.length > 0 ? marked : namedDrivers(held, facts)
}

/** By the object's own field, or as what took over from a plugin of Kubernetes. */
export function namedDrivers(held: StuckObject, facts: Facts): readonly string[] {
  const path = DRIVER_FIELDS.get(held.ref.resource)
  if (path === undefined) return []
  const named = valuesAt(wholeOf(held, { facts }), path).filter(each => typeof each === 'string')
  // A volume of a plugin that CSI replaced names none (kubernetes-sigs/cloud-provider-azure#258).
  return named.length > 0 ? named : [held.meta.annotations?.[MIGRATED_TO] ?? []].flat()
}

function driversRunIn({ object }: Workload): readonly string[] {
  return (templateOf(object)?.spec?.containers ?? []).flatMap(({ args = [], command = [], env = [] }) =>
    [...command, ...args].flatMap(word => {
      const value = DRIVER_FLAG.exec(word)?.[4] ?? ''
      const [, variable] = /^\$\((\w+)\)$/.exec(value) ?? []
      const said = variable === undefined ? value : env.find(each => each.name === variable)?.value
      return said?.includes('.') ? [said] : []
    }),
  )
}
