import type { Store } from '../store/store.ts'

interface EndpointSliceFields {
  readonly endpoints?: readonly { readonly addresses: readonly string[]; readonly conditions?: { ready?: boolean } }[]
}

/** Ready addresses behind a Service: none means that nothing answers a webhook or an aggregated API. */
export function endpointsOf(store: Store, namespace: string, service: string): string[] {
  return store
    .list('endpointslices.discovery.k8s.io')
    .filter(
      slice =>
        slice.metadata.namespace === namespace && slice.metadata.labels?.['kubernetes.io/service-name'] === service,
    )
    .flatMap(slice => (slice as unknown as EndpointSliceFields).endpoints ?? [])
    .filter(endpoint => endpoint.conditions?.ready !== false)
    .flatMap(endpoint => endpoint.addresses)
}
