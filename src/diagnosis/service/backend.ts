import type { V1EndpointSlice, V1Service } from '@kubernetes/client-node'
import type { Evidence } from '../explanation.ts'
import type { Facts } from '../facts.ts'

export interface ServiceName {
  readonly namespace: string
  readonly name: string
  readonly port?: number | undefined
}

/**
 * What stands behind a Service that the API server calls. `absent` and `empty` are proof that nothing answers; `some` that
 * there is an address, not that it answers well; `unknown` that it could not be found out.
 */
export interface Backend {
  readonly state: 'absent' | 'empty' | 'some' | 'unknown' | 'pending'
  readonly evidence: readonly Evidence[]
  readonly selector?: Readonly<Record<string, string>>
}

const NAME_LABEL = 'kubernetes.io/service-name'

/** Looks behind a Service: is it there, and has it a ready address (by its EndpointSlices). */
export function backendOf(service: ServiceName, facts: Facts): Backend {
  const { namespace, name } = service
  const found = facts.read({ about: 'object', resource: 'services', namespace, name })
  if (found.state === 'pending') return { state: 'pending', evidence: [] }
  if (found.state === 'unreadable') return unreadable('services', found.why.message)
  if (found.state === 'absent') {
    return {
      state: 'absent',
      evidence: [{ fact: `there is no Service ${name} in namespace ${namespace}`, source: 'services' }],
    }
  }
  const { spec } = found.value as unknown as V1Service
  // It names a host outside, which has no endpoints here.
  if (spec?.type === 'ExternalName') return { state: 'unknown', evidence: [] }
  const slices = facts.read({ about: 'list', resource: 'endpointslices.discovery.k8s.io', namespace })
  if (slices.state === 'pending') return { state: 'pending', evidence: [] }
  if (slices.state !== 'known') {
    return unreadable('endpointslices', slices.state === 'unreadable' ? slices.why.message : 'not served')
  }
  const ready = (slices.value as unknown as readonly V1EndpointSlice[])
    .filter(slice => slice.metadata?.labels?.[NAME_LABEL] === name)
    .flatMap(slice => slice.endpoints ?? [])
    // Absent means ready, by the API's rule.
    .filter(endpoint => endpoint.conditions?.ready !== false && (endpoint.addresses ?? []).length > 0)
  const selector = spec?.selector === undefined ? {} : { selector: spec.selector }
  if (ready.length > 0) return { state: 'some', evidence: [], ...selector }
  const fact = `Service ${name} in namespace ${namespace} has no ready address behind it`
  return { state: 'empty', evidence: [{ fact, source: 'endpointslices' }], ...selector }
}

function unreadable(source: string, message: string): Backend {
  return { state: 'unknown', evidence: [{ fact: `${source} could not be read: ${message}`, source }] }
}
