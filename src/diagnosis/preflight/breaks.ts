import { OF_KUBERNETES } from '../../api/builtin-finalizers.ts'
import { eachTogether } from '../answered.ts'
import { searchController } from '../controller/search.ts'
import type { Held, RuleContext } from '../held.ts'
import { workloadText } from '../workloads/workloads.ts'
import type { Prepared } from './foresee.ts'
import type { Break } from './foreseen.ts'

/** What stays and does not work any more, because who serves it is in reach. `today` is the cluster as it is. */
export function breaksOf(prepared: Prepared, everything: readonly Held[], today: RuleContext): readonly Break[] {
  const { lost, reach } = prepared
  const runs = [...reach.values()].some(({ held }) => RUNNING.has(held.ref.resource))
  return [
    ...ofWebhooks(prepared),
    ...lost.apis.map(({ ref, group, version }) => ({ ref, by: { is: 'api', group, version } as const })),
    ...lost.conversions.map(({ ref }) => ({ ref, by: { is: 'conversion', resource: ref.name } as const })),
    ...(runs ? ofFinalizers(prepared, everything, today) : []),
  ].filter(({ ref, by }) => by.is === 'finalizer' || !reach.has(ref.uid))
}

const RUNNING: ReadonlySet<string> = new Set([
  'deployments.apps',
  'statefulsets.apps',
  'daemonsets.apps',
  'cronjobs.batch',
  'pods',
])

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
function ofFinalizers({ reach, context }: Prepared, everything: readonly Held[], today: RuleContext): readonly Break[] {
  const outside = everything.filter(({ ref }) => !reach.has(ref.uid))
  const byFinalizer = Map.groupBy(
    outside.flatMap(held => ownNames(held).map(name => ({ held, name }))),
    ({ held, name }) => `${held.ref.resource} ${name}`,
  )
  return eachTogether(byFinalizer.values(), same => {
    const { held, name } = same[0]!
    const ready = searchController(held, name, today).candidates.filter(({ workload }) => workload.readyReplicas > 0)
    const [first] = ready
    const leaves = ready.every(({ workload }) => context.together?.has(workload.object.metadata.uid))
    if (first === undefined || !leaves) return []
    const reached = reach.get(first.workload.object.metadata.uid)
    if (reached === undefined) throw new Error(`${workloadText(first.workload)} is not in reach`)
    const { resource } = held.ref
    return [
      { ref: reached.held.ref, by: { is: 'finalizer', finalizer: name, resource, objects: same.length } } as const,
    ]
  }).flat()
}

function ownNames({ meta }: Held): readonly string[] {
  return [...new Set(meta.finalizers ?? [])].filter(name => !OF_KUBERNETES.has(name))
}
