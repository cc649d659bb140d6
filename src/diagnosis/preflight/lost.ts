import type { V1CustomResourceDefinition } from '@kubernetes/client-node'
import { DEFINITIONS } from '../../api/definitions.ts'
import { type RemovalAnswer, seenOf } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import { type ObjectRef, refOf } from '../../api/object-ref.ts'
import { allWebhooks, type ConfiguredWebhook, matches, type Operation } from '../admission/webhook.ts'
import { eachTogether, together } from '../answered.ts'
import type { ObjectRefOrSubject } from '../explanation.ts'
import { type Facts, once } from '../facts.ts'
import { type AggregatedApi, API_SERVICES, aggregatedApi, answererOf, type Called } from '../service/answerer.ts'
import { backendOf, type ServiceName } from '../service/backend.ts'
import type { StuckObject } from '../stuck-object.ts'
import type { Reached } from './reach.ts'

/** What the API server calls today, and nothing would answer any more. */
export interface Lost {
  readonly webhooks: readonly LostWebhook[]
  readonly apis: readonly AggregatedApi[]
  readonly conversions: readonly LostConversion[]
}

/** Without one of these in reach nothing stops that the API server calls. */
const SERVING: ReadonlySet<string> = new Set(['services', 'pods', 'endpointslices.discovery.k8s.io'])

const NOTHING: Lost = { webhooks: [], apis: [], conversions: [] }

/** All of it; asked only where something in reach may serve. */
export function lostServers(reach: ReadonlyMap<string, Reached>, today: Facts, afterwards: Facts): Lost {
  if (![...reach.values()].some(({ held }) => SERVING.has(held.ref.resource))) return NOTHING
  const [webhooks, apis, conversions] = together(
    () => lostWebhooks(today, afterwards),
    () => lostApis(today, afterwards),
    () => lostConversions(today, afterwards),
  )
  return { webhooks, apis, conversions }
}

/** Aggregated APIs that answer today, and that nothing would serve any more. */
function lostApis(today: Facts, afterwards: Facts): readonly AggregatedApi[] {
  const objects = seenOf(afterwards.read({ about: 'list', resource: API_SERVICES })) ?? []
  return eachTogether(objects, object => {
    const api = aggregatedApi(object)
    if (api === undefined || api.available === 'False') return []
    return isSilent(api.service, afterwards) && !isSilent(api.service, today) ? [api] : []
  }).flat()
}

function isSilent(service: ServiceName, facts: Facts): boolean {
  return ['absent', 'empty'].includes(backendOf(service, facts).state)
}

/** A webhook that answers today, and that nothing would answer any more. */
interface LostWebhook {
  readonly found: ConfiguredWebhook
  readonly service: { readonly namespace: string; readonly name: string }
  /** Whether the server then rejects what the webhook is asked about. */
  readonly fails: boolean
}

/** The webhooks whose Service, or all that is behind it, the deletion takes along, of those that stay configured. */
function lostWebhooks(today: Facts, afterwards: Facts): readonly LostWebhook[] {
  return once(afterwards, 'lost webhooks', () => {
    const { webhooks } = allWebhooks(afterwards)
    return eachTogether(webhooks, found => {
      const called = found.webhook.clientConfig ?? {}
      const after = answererOf(called, afterwards)
      if (!after.isSilent || after.service === undefined || answererOf(called, today).isSilent) return []
      const fails = (found.webhook.failurePolicy ?? 'Fail') === 'Fail'
      return [{ found, service: after.service, fails }]
    }).flat()
  })
}

/** Those of one configuration, which is the subject of a cause. */
export function lostBy(subject: ObjectRefOrSubject, lost: readonly LostWebhook[]): readonly LostWebhook[] {
  return 'uid' in subject ? lost.filter(({ found }) => found.configuration.uid === subject.uid) : []
}

/** The server's error for such a request then; undefined: the same answer as today; `unknown`: only it can tell. */
export function rejectionAfterwards(
  held: StuckObject,
  operation: Operation,
  lost: readonly LostWebhook[],
  facts: Facts,
): Extract<RemovalAnswer, { accepted: false }> | 'unknown' | undefined {
  const asked = eachTogether(
    lost.filter(({ fails }) => fails),
    each => ({ each, match: matches(each.found.webhook, held, operation, facts) }),
  )
  const first = asked.find(({ match }) => match === 'yes')
  if (first === undefined) return asked.some(({ match }) => match === 'unknown') ? 'unknown' : undefined
  const { found, service } = first.each
  const foreseen = { webhook: found.webhook.name, service }
  return { accepted: false, code: 500, reason: 'InternalError', message: '', causes: [], foreseen }
}

interface LostConversion {
  readonly ref: ObjectRef
  /** More than one version is served or stored: an object may need conversion to be deleted, or to lose a finalizer. */
  readonly isNeeded: boolean
}

/** The CRDs that stay, and whose conversion webhook the deletion takes along. */
function lostConversions(today: Facts, afterwards: Facts): readonly LostConversion[] {
  const type = today.types.find(({ group, plural }) => `${plural}.${group}` === DEFINITIONS)
  const definitions = seenOf(afterwards.read({ about: 'list', resource: DEFINITIONS })) ?? []
  if (type === undefined) return []
  return eachTogether(definitions, object => {
    const called = conversionOf(object)
    if (called === undefined || !answererOf(called, afterwards).isSilent || answererOf(called, today).isSilent)
      return []
    return [{ ref: refOf(type, object.metadata), isNeeded: hasVersions(object) }]
  }).flat()
}

function conversionOf(object: KubeObject): Called | undefined {
  const { spec } = object as unknown as V1CustomResourceDefinition
  const called: unknown = spec?.conversion?.strategy === 'Webhook' ? spec.conversion.webhook?.clientConfig : undefined
  return called as Called | undefined
}

function hasVersions(object: KubeObject): boolean {
  const { spec, status } = object as unknown as V1CustomResourceDefinition
  const served = spec?.versions?.filter(version => version.served) ?? []
  return served.length !== 1 || (status?.storedVersions ?? []).some(stored => stored !== served[0]?.name)
}
