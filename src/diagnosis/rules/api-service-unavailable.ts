import { seenOf } from '../../api/fact.ts'
import { namesApi, staleApisIn } from '../../statements/namespace-errors.ts'
import { together } from '../answered.ts'
import type { Evidence, Remedy } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { awaitsNamespaceController, namespaceProblem } from '../namespaces/condition.ts'
import { once } from '../once.ts'
import { toInspect, toRepair } from '../remedy.ts'
import { answererOf } from '../service/answerer.ts'
import { type AggregatedApi, API_SERVICES, aggregatedApi } from '../service/api-service.ts'
import { endOf, isEnding } from '../serving/end.ts'
import { commandLine } from '../shell-quote.ts'
import type { Blocker, RuleContext, StuckObject } from '../stuck-object.ts'

/**
 * APIServiceUnavailable: an aggregated API is down, so that discovery is not complete, and the namespace controller ends
 * no namespace of the cluster while it is not, even an empty one: something of that API could be in it
 * (kubernetes-deletion.md 2.3).
 */
export function apiServiceUnavailable(held: StuckObject, context: RuleContext): readonly Blocker[] {
  if (!awaitsNamespaceController(held)) return []
  const { facts } = context
  const list = facts.read({ about: 'list', resource: API_SERVICES })
  const reported = namespaceProblem(held, 'NamespaceDeletionDiscoveryFailure', context)
  const seen = seenOf(list)
  const apis = once(facts, 'aggregated-apis', () => (seen ?? []).map(aggregatedApi).filter(api => api !== undefined))
  const down = apis.filter(api => isDown(api, reported, facts)).map(api => holding(api, reported, context))
  return down.length === 0 && list.state !== 'known' ? unlisted(reported, context) : down
}

/**
 * Its condition says so. Stale discovery alone is the server's cached view, which lags: it counts when the namespace
 * controller has met it too.
 */
function isDown({ group, version, available }: AggregatedApi, reported: string | undefined, facts: Facts): boolean {
  if (available === 'False' || available === 'Unknown') return true
  return isStale(group, facts) && namesApi(reported ?? '', group, version)
}

/** Where the types of no group are told (a dump), a group that is not known is not stale. */
function isStale(group: string, { unknownGroups }: Facts): boolean {
  return unknownGroups.has(group) && !unknownGroups.has('*')
}

function holding(api: AggregatedApi, reported: string | undefined, context: RuleContext): Blocker {
  const { facts } = context
  const { ref, group, version, service } = api
  const [end, homeEnds] = together(
    () => endOf(`the API ${group}/${version}`, answererOf({ service }, facts), facts),
    () => isEnding(service.namespace, facts),
  )
  const why = end.because === undefined ? '' : ` (${end.because})`
  const chain: Evidence[] = homeEnds
    ? [
        {
          fact: `its Service ${service.name} is in namespace ${service.namespace}, which is being deleted itself: what served the API was deleted first, and cannot be created there again`,
          source: 'apiservices',
        },
      ]
    : []
  const namespaces: Evidence[] = namesApi(reported ?? '', group, version)
    ? [{ fact: `the namespace controller reports: ${reported}`, source: 'namespaces' }]
    : []
  return {
    verdict: 'stuck',
    cause: {
      key: `APIServiceUnavailable/${ref.name}`,
      code: 'APIServiceUnavailable',
      subject: ref,
      summary: `APIService ${ref.name} is not available${why}, and no namespace can be deleted while an API cannot be discovered.`,
      evidence: [...api.evidence, ...chain, ...end.evidence, ...namespaces],
      remedies: () => remediesOf(api, end.repair, homeEnds, facts),
    },
  }
}

/** Back, unless it cannot come back; away, when nothing serves it any more. */
function remediesOf(api: AggregatedApi, back: Remedy, homeEnds: boolean, facts: Facts): readonly Remedy[] {
  const { ref, service, group, version } = api
  const { isSilent, backend } = answererOf({ service }, facts)
  const away = toRepair(
    `${homeEnds ? '' : 'if it was uninstalled permanently, '}delete the APIService: clients of ${group}/${version} then get 404, and what it keeps in its own storage is not cleaned up with the namespaces`,
    [commandLine('kubectl', 'delete', 'apiservice', ref.name)],
    homeEnds || backend.state === 'absent' ? 'low' : 'medium',
  )
  if (homeEnds) return [away]
  if (api.available === 'True') return [unusable(api), { ...away, risk: 'medium' }]
  return isSilent ? [back, away] : [back]
}

/** It answers, and says of its types what the server cannot use. */
function unusable({ group, version, service }: AggregatedApi): Remedy {
  return toRepair(
    `repair or upgrade what serves ${group}/${version} behind Service ${service.namespace}/${service.name}: it answers, but its list of types cannot be used`,
    [commandLine('kubectl', 'get', '--raw', `/apis/${group}/${version}`)],
    'low',
  )
}

/** The namespace controller says which API it misses; who may not read APIServices has only that. */
function unlisted(reported: string | undefined, { facts }: RuleContext): readonly Blocker[] {
  return staleApisIn(reported ?? '')
    .filter(({ group }) => isStale(group, facts))
    .map(({ group, version }) => {
      const name = `${version}.${group}`
      return {
        verdict: 'stuck',
        cause: {
          key: `APIServiceUnavailable/${name}`,
          code: 'APIServiceUnavailable',
          subject: { kind: 'APIService', name },
          summary: `APIService ${name} is not available, and no namespace can be deleted while an API cannot be discovered.`,
          evidence: [
            { fact: `the namespace controller reports: ${reported}`, source: 'namespaces' },
            { fact: 'the APIServices could not be read', source: 'apiservices' },
          ],
          remedies: () => [
            toInspect('find out why it is not available; this needs permission to read APIServices', [
              commandLine('kubectl', 'get', 'apiservice', name, '-o', 'yaml'),
            ]),
          ],
        },
      }
    })
}
