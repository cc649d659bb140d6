import type { V1APIService } from '@kubernetes/client-node'
import { type Condition, conditionsIn } from '../../api/condition.ts'
import type { KubeObject } from '../../api/object.ts'
import { type ObjectRef, refIn } from '../../api/object-ref.ts'
import { message } from '../../messages/sentence.ts'
import type { Evidence } from '../explanation.ts'
import type { ServiceName } from './backend.ts'

export const API_SERVICES = 'apiservices.apiregistration.k8s.io'

/** An aggregated API: one that the API server does not serve itself, but asks a Service for. */
export interface AggregatedApi {
  readonly ref: ObjectRef
  readonly group: string
  readonly version: string
  readonly service: ServiceName
  /** Available's status; undefined before it was looked at for the first time. */
  readonly available?: string | undefined
  readonly reason?: string | undefined
  readonly evidence: readonly Evidence[]
}

/** As the API server has it, or as it would be without anything behind the Service. */
type Availability = Condition & { readonly isForeseen?: true }

/** An APIService without a Service is local (built in, or of a CRD): always available, and nobody's fault. */
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
    reason: available?.reason,
    evidence: available === undefined ? [] : [{ fact, source: 'apiservices' }],
  }
}
