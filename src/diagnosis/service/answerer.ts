import type { V1APIService } from '@kubernetes/client-node'
import { type Condition, conditionsIn } from '../../api/condition.ts'
import type { KubeObject } from '../../api/object.ts'
import { type ObjectRef, refIn } from '../../api/object-ref.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import type { Evidence } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { type Backend, backendOf, type ServiceName } from './backend.ts'

/** `clientConfig` of a webhook or a conversion, or `service` of an APIService: what the API server calls. */
export interface Called {
  readonly url?: string
  readonly service?: (ServiceName & { readonly path?: string }) | null
}

/** Who has to answer in the end when the API server calls something. */
export interface Answerer {
  /** undefined: outside of the cluster, the API server itself, or an aggregated API that is not registered. */
  readonly service?: ServiceName
  readonly backend: Backend
  /** The aggregated API on the way; only its name where there is no such APIService. */
  readonly api?: AggregatedApi | { readonly name: string }
  /** The address, where no object says what answers there. */
  readonly url?: string
  /** That nothing answers: proven by what could be read. */
  readonly isSilent: boolean
}

const API_PATH = /^\/apis\/([^/?]+)\/([^/?]+)/
const SERVICE_HOST = /^([a-z0-9-]+)\.([a-z0-9-]+)\.svc(?:\.cluster\.local)?\.?$/

/**
 * Follows what the API server calls to the Service that has to answer. `default/kubernetes` is the API server itself:
 * below `/apis/GROUP/VERSION` it calls the Service of that APIService, as for webhooks that are aggregated APIs.
 */
export function answererOf(called: Called, facts: Facts): Answerer {
  const { url, service } = called
  if (!service) return byAddress(url, facts)
  const [, group, version] = isItself(service) ? (API_PATH.exec(service.path ?? '') ?? []) : []
  if (group !== undefined && version !== undefined) return byApi(group, version, facts)
  const { namespace, name, port } = service
  return byService({ namespace, name, port }, facts)
}

function isItself({ namespace, name }: ServiceName): boolean {
  return namespace === 'default' && name === 'kubernetes'
}

function byService(service: ServiceName, facts: Facts): Answerer {
  const backend = backendOf(service, facts)
  return { service, backend, isSilent: backend.state === 'absent' || backend.state === 'empty' }
}

/**
 * The Service that has to answer, whatever is behind it; undefined for an address, or if the APIService on the way
 * could not be read. `default/kubernetes` only leads to others, and belongs to no product.
 */
export function servingService({ service }: Called, facts: Facts): ServiceName | undefined {
  if (!service || !isItself(service)) return service ?? undefined
  const [, group, version] = API_PATH.exec(service.path ?? '') ?? []
  if (group === undefined || version === undefined) return undefined
  const found = facts.read({ about: 'object', resource: API_SERVICES, name: `${version}.${group}` })
  return found.state === 'known' ? aggregatedApi(found.value)?.service : undefined
}

/** An address may have the name of a Service. That is no proof: the API server resolves it as its own host does. */
function byAddress(url: string | undefined, facts: Facts): Answerer {
  const parsed = url !== undefined && URL.canParse(url) ? new URL(url) : undefined
  const [, name, namespace] = SERVICE_HOST.exec(parsed?.hostname ?? '') ?? []
  if (name === undefined || namespace === undefined) {
    const backend: Backend = { state: 'unknown', evidence: [] }
    return { backend, isSilent: false, ...(url !== undefined && { url }) }
  }
  const port = parsed!.port === '' ? undefined : Number(parsed!.port)
  return { ...answererOf({ service: { namespace, name, port, path: parsed!.pathname } }, facts), isSilent: false }
}

function byApi(group: string, version: string, facts: Facts): Answerer {
  const name = `${version}.${group}`
  const found = facts.read({ about: 'object', resource: API_SERVICES, name })
  const only = (state: Backend['state'], fact: Sentence): Answerer => {
    const evidence: Evidence[] = [{ fact, source: 'apiservices' }]
    return { api: { name }, backend: { state, evidence }, isSilent: state === 'absent' }
  }
  if (found.state === 'unreadable')
    return only('unknown', message('NotRead', { what: `APIService ${name}`, why: found.why.message }))
  if (found.state === 'absent') return only('absent', message('ApiServiceMissing', { name, group, version }))
  const api = aggregatedApi(found.value)
  // Of a CRD: its objects are there, and nothing that answers a webhook.
  if (api === undefined) return only('unknown', message('ApiServiceWithoutService', { name }))
  const backend = backendOf(api.service, facts)
  const service = `${api.service.namespace}/${api.service.name}`
  const fact = message('ServedByApiService', { api: name, service })
  const evidence = [{ fact, source: 'apiservices' }, ...api.evidence, ...backend.evidence]
  const isEmpty = backend.state === 'absent' || backend.state === 'empty'
  const isSilent = api.available === undefined ? isEmpty : api.available !== 'True'
  return { service: api.service, api, backend: { ...backend, evidence }, isSilent }
}

export function apiServiceOf({ api }: Answerer): string | undefined {
  if (api === undefined) return undefined
  return 'ref' in api ? api.ref.name : api.name
}

export const API_SERVICES = 'apiservices.apiregistration.k8s.io'

/** An aggregated API: one that the API server does not serve itself, but asks a Service for. */
export interface AggregatedApi {
  readonly ref: ObjectRef
  readonly group: string
  readonly version: string
  readonly service: ServiceName
  /** Available's status; undefined before it was looked at for the first time. */
  readonly available?: string | undefined
  readonly says?: string | undefined
  readonly evidence: readonly Evidence[]
}

/** As the API server has it, or as it would be without anything behind the Service. */
type Availability = Condition & { readonly isForeseen?: true }

/** An APIService without a Service is local (built in, or of a CRD): always available, and never the cause. */
export function aggregatedApi(object: KubeObject): AggregatedApi | undefined {
  const { spec } = object as unknown as V1APIService
  const { namespace, name, port } = spec?.service ?? {}
  if (spec?.version === undefined || namespace === undefined || name === undefined) return undefined
  const available: Availability | undefined = conditionsIn(object).find(({ type }) => type === 'Available')
  const since = available?.lastTransitionTime === undefined ? '' : ` since ${available.lastTransitionTime}`
  const words = available && `${available.reason ?? 'Available'}: ${available.message ?? ''}`
  const fact = available?.isForeseen
    ? message('NothingBehindService')
    : `Available=${available?.status}${since}, ${words}`
  return {
    ref: refIn(API_SERVICES, object),
    group: spec.group ?? '',
    version: spec.version,
    service: { namespace, name, port },
    available: available?.status,
    says: available?.message,
    evidence: available === undefined ? [] : [{ fact, source: 'apiservices' }],
  }
}
