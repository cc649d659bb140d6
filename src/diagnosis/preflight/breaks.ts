import { OF_KUBERNETES } from '../../api/builtin-finalizers.ts'
import { type ObjectRef, refIn, refOf } from '../../api/object-ref.ts'
import { eachTogether } from '../answered.ts'
import { searchController } from '../controller/search.ts'
import { lossOf } from '../obstacles/leaving.ts'
import type { DeletedTogether, RuleContext, StuckObject } from '../stuck-object.ts'
import { DRIVERS } from '../volumes/lost-driver.ts'
import { typeOfWorkload, type Workload, workloadsOf } from '../workloads/workloads.ts'
import type { Prepared } from './foresee.ts'
import type { Break } from './foreseen.ts'
import { lostDrivers } from './lost-drivers.ts'
import { lostNames } from './lost-names.ts'
import { unservedClasses } from './unserved-classes.ts'

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
    const ref = workloadRef(first.workload, today)
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

function workloadRef(workload: Workload, { facts }: RuleContext): ObjectRef {
  const { object } = workload
  const type = typeOfWorkload(workload, facts)
  return type === undefined ? refIn(object.kind.toLowerCase(), object) : refOf(type, object.metadata)
}

function ownNames({ meta }: StuckObject): readonly string[] {
  return [...new Set(meta.finalizers ?? [])].filter(name => !OF_KUBERNETES.has(name))
}
