import { seenOf } from '../../api/fact.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { namesApi, staleApisIn } from '../../statements/namespace-errors.ts'
import { admission } from '../../statements/words/admission.ts'
import { together } from '../answered.ts'
import { type Evidence, type Remedy, toInspect, toRepair } from '../explanation.ts'
import { type Facts, once } from '../facts.ts'
import { awaitsNamespaceController, problemIn } from '../namespaces/terminating-namespaces.ts'
import { type AggregatedApi, API_SERVICES, aggregatedApi, answererOf } from '../service/answerer.ts'
import { endOf, isEnding } from '../serving/end.ts'
import { commandLine, yamlCommand } from '../shell-quote.ts'
import { type Blocker, blocker, type RuleContext, type StuckObject } from '../stuck-object.ts'
import { type ApiKeeper, apiKeeper, askKeeper, deleteUnkept } from './api-keeper.ts'

/**
 * APIServiceUnavailable: an aggregated API is down, so discovery is incomplete. Until it is complete, the namespace
 * controller finishes no namespace of the cluster, not even an empty one: objects of that API could be in it
 * (kubernetes-deletion.md 2.3).
 */
export function apiServiceUnavailable(held: StuckObject, context: RuleContext): readonly Blocker[] {
  if (!awaitsNamespaceController(held)) return []
  const { facts } = context
  const list = facts.read({ about: 'list', resource: API_SERVICES })
  const reported = problemIn(held, 'NamespaceDeletionDiscoveryFailure', context)
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
    () => endOf(message('CalledApi', { group, version }), answererOf({ service }, facts), facts),
    () => isEnding(service.namespace, facts),
  )
  const keeper = apiKeeper(api, homeEnds, facts)
  const chain: Evidence[] = homeEnds
    ? [factFrom('apiservices', 'NamespaceOfApiEnding', { service: service.name, namespace: service.namespace })]
    : []
  const namespaces = reported !== undefined && namesApi(reported, group, version) ? [told(reported)] : []
  return blocker('stuck', {
    key: `APIServiceUnavailable/${ref.name}`,
    subject: ref,
    summary: message('ApiServiceUnavailable', { api: ref.name, because: end.because }),
    evidence: [...api.evidence, ...chain, ...end.evidence, ...(keeper?.evidence ?? []), ...namespaces],
    remedies: () => remediesOf(api, end.repair, homeEnds, facts, keeper),
  })
}

function told(report: string): Evidence {
  return factFrom('namespaces', 'NamespaceControllerReports', { report })
}

/** Back, unless it cannot come back; away, when nothing serves it any more, and nothing makes it again. */
function remediesOf(
  api: AggregatedApi,
  back: Remedy,
  homeEnds: boolean,
  facts: Facts,
  keeper: ApiKeeper | undefined,
): readonly Remedy[] {
  const { ref, service, group, version } = api
  const { isSilent, backend } = answererOf({ service }, facts)
  const away = toRepair(
    message('DeleteApiService', { ifUninstalled: !homeEnds, api: `${group}/${version}` }),
    [commandLine('kubectl', 'delete', 'apiservice', ref.name)],
    homeEnds || backend.state === 'absent' ? 'low' : 'medium',
  )
  if (homeEnds) return [keeper === undefined ? away : deleteUnkept(keeper, api, facts)]
  if (keeper !== undefined && isSilent) return [back, askKeeper(keeper, api, facts)]
  if (api.available === 'True') return [unusable(api), { ...away, risk: 'medium' }]
  if (admission.has('bad certificate', api.says ?? '') && !isSilent) return [renewCertificate(api)]
  return isSilent ? [back, away] : [back]
}

function renewCertificate({ ref }: AggregatedApi): Remedy {
  const command = commandLine('kubectl', 'get', 'apiservice', ref.name, '-o', 'jsonpath={.spec.caBundle}')
  return toRepair(message('RenewCertificate', { isOfApi: true }), [command], 'low')
}

/** It answers, and says of its types what the server cannot use. */
function unusable({ group, version, service }: AggregatedApi): Remedy {
  return toRepair(
    message('RepairApi', { api: `${group}/${version}`, service: `${service.namespace}/${service.name}` }),
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
      return blocker('stuck', {
        key: `APIServiceUnavailable/${name}`,
        subject: { kind: 'APIService', name },
        summary: message('ApiServiceUnavailable', { api: name }),
        evidence: [told(reported!), factFrom('apiservices', 'ApiServicesNotRead')],
        remedies: () => [toInspect(message('FindWhyApiUnavailable'), [yamlCommand({ resource: 'apiservice', name })])],
      })
    })
}
