import { seenOf } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import { refOf } from '../../api/object-ref.ts'
import { resourceName } from '../../api/resource-type.ts'
import { eachTogether } from '../answered.ts'
import { SERVES } from '../scope/classes.ts'
import { settingsOf } from '../scope/setting.ts'
import type { RuleContext } from '../stuck-object.ts'
import { workloadsOf, workloadText } from '../workloads/workloads.ts'
import type { Break } from './foreseen.ts'
import type { Reached } from './reach.ts'

const CLASSES = ['ingressclasses.networking.k8s.io', 'gatewayclasses.gateway.networking.k8s.io'] as const

/** Classes that stay and lose all controllers: workloads told to serve the class, or its controller name. */
export function unservedClasses(reach: ReadonlyMap<string, Reached>, { facts }: RuleContext): readonly Break[] {
  const isReached = ({ metadata }: KubeObject): boolean => reach.has(metadata.uid)
  const told = workloadsOf(facts).all.map(workload => {
    const served = settingsOf(workload, SERVES).flatMap(({ value }) => value ?? [])
    return { workload, served: new Set(served) }
  })
  if (!told.some(({ workload, served }) => served.size > 0 && isReached(workload.object))) return []
  return eachTogether(CLASSES, resource => {
    const type = facts.types.find(each => resourceName(each) === resource)
    const classes = type === undefined ? [] : (seenOf(facts.read({ about: 'list', resource })) ?? [])
    return classes
      .filter(each => !isReached(each))
      .flatMap(each => {
        const own = told.filter(({ served }) => served.has(each.metadata.name) || served.has(controllerOf(each) ?? ''))
        if (own.length === 0 || !own.every(({ workload }) => isReached(workload.object))) return []
        const who = workloadText(own[0]!.workload)
        return [{ ref: refOf(type!, each.metadata), by: { is: 'provider', who } } as const]
      })
  }).flat()
}

function controllerOf({ spec }: KubeObject): string | undefined {
  const { controller, controllerName } = (spec ?? {}) as { controller?: string; controllerName?: string }
  return controller ?? controllerName
}
