import { seenOf } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import { refOf } from '../../api/object-ref.ts'
import { resourceName } from '../../api/resource-type.ts'
import { eachTogether } from '../answered.ts'
import type { RuleContext } from '../stuck-object.ts'
import { DRIVERS } from '../volumes/lost-driver.ts'
import { pluginsOf } from '../volumes/node-plugin.ts'
import type { Volume } from '../volumes/whole-volume.ts'
import type { Break } from './foreseen.ts'
import type { Reached } from './reach.ts'

/** Classes that name a driver, and in which field. */
const PROVIDED = [
  { resource: 'storageclasses.storage.k8s.io', field: 'provisioner' },
  { resource: 'volumesnapshotclasses.snapshot.storage.k8s.io', field: 'driver' },
] as const

/**
 * CSI drivers that lose all node plugins (the DaemonSet whose registrar announces the driver to the kubelets) or their
 * CSIDriver: their volumes out of reach, and the classes out of reach that name them.
 */
export function lostDrivers(reach: ReadonlyMap<string, Reached>, context: RuleContext): readonly Break[] {
  const { facts } = context
  const type = facts.types.find(each => resourceName(each) === DRIVERS)
  if (type === undefined) return []
  const drivers = seenOf(facts.read({ about: 'metadata', resource: DRIVERS })) ?? []
  return eachTogether(drivers, meta => {
    const plugins = pluginsOf(meta.name, facts)
    const stops = plugins.length > 0 && plugins.every(({ metadata }) => reach.has(metadata.uid))
    if (!stops && !reach.has(meta.uid)) return []
    const volumes = seenOf(facts.read({ about: 'list', resource: 'persistentvolumes' })) ?? []
    const objects = (volumes as readonly Volume[]).filter(
      ({ metadata, spec }) => spec?.csi?.driver === meta.name && !reach.has(metadata.uid),
    ).length
    const own: Break[] = objects === 0 ? [] : [{ ref: refOf(type, meta), by: { is: 'driver', objects } }]
    return [...own, ...classesOf(meta.name, reach, context)]
  }).flat()
}

function classesOf(driver: string, reach: ReadonlyMap<string, Reached>, { facts }: RuleContext): readonly Break[] {
  return eachTogether(PROVIDED, ({ resource, field }) => {
    const type = facts.types.find(each => resourceName(each) === resource)
    if (type === undefined) return []
    const classes: readonly KubeObject[] = seenOf(facts.read({ about: 'list', resource })) ?? []
    return classes
      .filter(each => each[field] === driver && !reach.has(each.metadata.uid))
      .map(
        ({ metadata }) =>
          ({ ref: refOf(type, metadata), by: { is: 'provider', who: `CSI driver ${driver}` } }) as const,
      )
  }).flat()
}
