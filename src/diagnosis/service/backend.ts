import type { V1EndpointSlice, V1Service } from '@kubernetes/client-node'
import type { Unreadable } from '../../api/terminating.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import type { Evidence } from '../explanation.ts'
import type { Facts } from '../facts.ts'

export interface ServiceName {
  readonly namespace: string
  readonly name: string
  readonly port?: number | undefined
}

/**
 * What is behind a Service that the API server calls. `absent` and `empty` prove that nothing answers; `some`: there is
 * an address, which may not answer well; `unknown`: it could not be read.
 */
export interface Backend {
  readonly state: 'absent' | 'empty' | 'some' | 'unknown'
  readonly evidence: readonly Evidence[]
  readonly selector?: Readonly<Record<string, string>>
  /** Of type ExternalName: the host that it is another name for. */
  readonly host?: string
  /** The port that is called and that it does not have; it is `empty` then, whatever is behind it. */
  readonly lacksPort?: number
  /** On which nodes its ready addresses are. */
  readonly nodes?: readonly string[]
}

const NAME_LABEL = 'kubernetes.io/service-name'

/** What clientConfig and APIServices call where they name no port. */
const DEFAULT_PORT = 443

/** Looks behind a Service: is it there, has it the port, and has it a ready address (by its EndpointSlices). */
export function backendOf(service: ServiceName, facts: Facts): Backend {
  const { namespace, name, port = DEFAULT_PORT } = service
  const found = facts.read({ about: 'object', resource: 'services', namespace, name })
  if (found.state === 'unreadable') return unreadable('services', found.why.message)
  if (found.state === 'absent') {
    return { state: 'absent', evidence: [factFrom('services', 'ServiceMissing', { namespace, name })] }
  }
  const { spec } = found.value as unknown as V1Service
  if (spec?.type === 'ExternalName') return external(service, spec.externalName ?? '')
  const selector = spec?.selector === undefined ? {} : { selector: spec.selector }
  const ports = (spec?.ports ?? []).map(each => each.port)
  // The API server looks for it before it connects to anything.
  if (ports.length > 0 && !ports.includes(port)) {
    const fact = message('ServiceWithoutPort', { namespace, name, port, ports })
    return { state: 'empty', evidence: [{ fact, source: 'services' }], lacksPort: port, ...selector }
  }
  return { ...addressesOf(service, facts), ...selector }
}

export function addressesOf({ namespace, name }: ServiceName, facts: Facts): Backend {
  const slices = facts.read({ about: 'list', resource: 'endpointslices.discovery.k8s.io', namespace })
  if (slices.state !== 'known') {
    return unreadable('endpointslices', slices.state === 'unreadable' ? slices.why.message : 'not served')
  }
  const ready = (slices.value as unknown as readonly V1EndpointSlice[])
    .filter(slice => slice.metadata?.labels?.[NAME_LABEL] === name)
    .flatMap(slice => slice.endpoints ?? [])
    // Absent means ready, by the API's rule.
    .filter(endpoint => endpoint.conditions?.ready !== false && (endpoint.addresses ?? []).length > 0)
  const nodes = [...new Set(ready.map(({ nodeName }) => nodeName ?? ''))]
  if (ready.length > 0) return { state: 'some', evidence: [], nodes }
  return { state: 'empty', evidence: [factFrom('endpointslices', 'ServiceWithoutAddress', { namespace, name })] }
}

/** Whatever that host is, no object of the cluster tells whether it answers. */
function external({ namespace, name }: ServiceName, host: string): Backend {
  const fact = message('ServiceOfExternalName', { namespace, name, host })
  return { state: 'unknown', evidence: [{ fact, source: 'services' }], host }
}

function unreadable(source: string, why: Unreadable['message']): Backend {
  return { state: 'unknown', evidence: [factFrom(source, 'NotRead', { what: source, why })] }
}
