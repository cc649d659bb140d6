import { OF_KUBERNETES } from '../../api/builtin-finalizers.ts'
import { seenOf } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import { refIn, refOf } from '../../api/object-ref.ts'
import { resourceName } from '../../api/resource-type.ts'
import { eachTogether } from '../answered.ts'
import { searchController } from '../controller/search.ts'
import { lossOf } from '../obstacles/leaving.ts'
import { SERVES } from '../scope/classes.ts'
import { settingsOf } from '../scope/setting.ts'
import type { DeletedTogether, RuleContext, StuckObject } from '../stuck-object.ts'
import type { Volume } from '../volumes/consumers.ts'
import { DRIVERS } from '../volumes/lost-driver.ts'
import { pluginsOf } from '../volumes/node-plugin.ts'
import { typeOfWorkload, workloadsOf, workloadText } from '../workloads/workloads.ts'
import type { Prepared } from './foresee.ts'
import type { Break } from './foreseen.ts'
import { lostNames } from './lost-names.ts'
import type { Reached } from './reach.ts'

/** What stays and does not work any more, because who serves it is in reach. `today` is the cluster as it is. */
export function breaksOf(prepared: Prepared, everything: readonly StuckObject[], today: RuleContext): readonly Break[] {
  const { lost, reach } = prepared
  const resources = [...new Set([...reach.values()].map(({ held }) => held.ref.resource))]
  const runs = resources.some(each => RUNNING.has(each))
  const drives = resources.some(each => DRIVING.has(each))
  return [
    ...ofWebhooks(prepared),
    ...lost.apis.map(({ ref, group, version }) => ({ ref, by: { is: 'api', group, version } as const })),
    ...lost.conversions.map(({ ref }) => ({ ref, by: { is: 'conversion', resource: ref.name } as const })),
    ...(runs ? ofFinalizers(prepared, everything, today) : []),
    ...lostNames(reach, today),
    ...(runs ? unservedClasses(reach, today) : []),
    ...(drives ? lostDrivers(reach, today) : []),
  ].filter(({ ref, by }) => ITSELF.has(by.is) || !reach.has(ref.uid))
}

/** Without one of these in reach no controller loses a right. */
const GIVING: ReadonlySet<string> = new Set(
  ['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'].map(name => `${name}.rbac.authorization.k8s.io`),
)

/** Without one of these in reach no controller stops. */
const RUNNING: ReadonlySet<string> = new Set([
  ...['deployments.apps', 'statefulsets.apps', 'daemonsets.apps', 'cronjobs.batch', 'pods', 'serviceaccounts'],
  ...GIVING,
])

/** Without one of these in reach no CSI driver stops. */
const DRIVING: ReadonlySet<string> = new Set(['daemonsets.apps', DRIVERS])

/** What is told of an object that goes itself; of others that go nothing is left that could break. */
const ITSELF: ReadonlySet<Break['by']['is']> = new Set<Break['by']['is']>(['finalizer', 'named', 'driver'])

function ofWebhooks({ lost }: Prepared): readonly Break[] {
  return lost.webhooks.map(({ found: { webhook, configuration }, fails }) => ({
    ref: configuration,
    by: { is: 'webhook', name: webhook.name, fails, asked: askedAbout(webhook.rules ?? []) },
  }))
}

function askedAbout(
  rules: readonly { operations?: readonly string[]; resources?: readonly string[]; apiGroups?: readonly string[] }[],
) {
  return [
    ...new Set(
      rules.flatMap(({ operations = [], resources = [], apiGroups = [] }) =>
        resources.map(resource => {
          const groups = apiGroups.filter(group => group !== '' && group !== '*')
          return `${operations.join(', ')} of ${[resource, ...groups.slice(0, 1)].join('.')}`
        }),
      ),
    ),
  ]
}

/** Finalizers of objects out of reach, which only what is in reach removes today. */
function ofFinalizers(
  { reach, context: { together } }: Prepared,
  everything: readonly StuckObject[],
  today: RuleContext,
): readonly Break[] {
  const outside = everything.filter(({ ref }) => !reach.has(ref.uid))
  const byFinalizer = Map.groupBy(
    outside.flatMap(held => ownNames(held).map(name => ({ held, name }))),
    ({ held, name }) => `${held.ref.resource} ${name}`,
  )
  if (byFinalizer.size === 0 || together === undefined || !mayStop(reach, together, today)) return []
  return eachTogether(byFinalizer.values(), same => {
    const { held, name } = same[0]!
    const search = searchController(held, name, today)
    const ready = search.candidates.filter(({ workload }) => workload.readyReplicas > 0)
    const [first] = ready
    if (first === undefined) return []
    const stops = (each: (typeof ready)[number]): boolean =>
      together.has(each.workload.object.metadata.uid) || lossOf({ held, search }, each, together) !== undefined
    if (!ready.every(stops)) return []
    const { resource } = held.ref
    const { object } = first.workload
    const type = typeOfWorkload(first.workload, today.facts)
    const ref = type === undefined ? refIn(object.kind.toLowerCase(), object) : refOf(type, object.metadata)
    return [{ ref, by: { is: 'finalizer', finalizer: name, resource, objects: same.length } } as const]
  }).flat()
}

/** Whether any workload goes, or loses its account or a right: of most namespaces only an account that nothing uses. */
function mayStop(reach: Prepared['reach'], together: DeletedTogether, { facts }: RuleContext): boolean {
  if ([...reach.values()].some(({ held }) => GIVING.has(held.ref.resource))) return true
  return workloadsOf(facts).all.some(
    ({ object, namespace, serviceAccount }) =>
      together.has(object.metadata.uid) || together.hasNamed('serviceaccount', namespace, serviceAccount),
  )
}

function ownNames({ meta }: StuckObject): readonly string[] {
  return [...new Set(meta.finalizers ?? [])].filter(name => !OF_KUBERNETES.has(name))
}

/** Classes that name a driver, and in which field. */
const PROVIDED = [
  { resource: 'storageclasses.storage.k8s.io', field: 'provisioner' },
  { resource: 'volumesnapshotclasses.snapshot.storage.k8s.io', field: 'driver' },
] as const

/**
 * CSI drivers that lose all node plugins (the DaemonSet whose registrar announces the driver to the kubelets) or their
 * CSIDriver: their volumes out of reach, and the classes out of reach that name them.
 */
function lostDrivers(reach: ReadonlyMap<string, Reached>, context: RuleContext): readonly Break[] {
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

const CLASSES = ['ingressclasses.networking.k8s.io', 'gatewayclasses.gateway.networking.k8s.io'] as const

/** Classes that stay and lose all controllers: workloads told to serve the class, or its controller name. */
function unservedClasses(reach: ReadonlyMap<string, Reached>, { facts }: RuleContext): readonly Break[] {
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
