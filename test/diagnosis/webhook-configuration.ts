import type { Sandbox } from '../../src/sandbox/sandbox.ts'

export const GROUP = 'tenancy.example.com'

export interface HookOptions {
  readonly kind?: 'ValidatingWebhookConfiguration' | 'MutatingWebhookConfiguration'
  /** Service of the webhook, in namespace guard-system. */
  readonly service?: string
  readonly [field: string]: unknown
}

/** A webhook about updates of `things`, without anything that serves it unless said. */
export function webhook(name: string, { service = 'guard', ...rest }: HookOptions = {}): Record<string, unknown> {
  return {
    name,
    clientConfig: { service: { namespace: 'guard-system', name: service, path: '/validate', port: 443 } },
    rules: [{ apiGroups: [GROUP], apiVersions: ['*'], resources: ['things'], operations: ['UPDATE'], scope: '*' }],
    failurePolicy: 'Fail',
    sideEffects: 'None',
    timeoutSeconds: 10,
    admissionReviewVersions: ['v1'],
    ...rest,
  }
}

export function configuration(
  sandbox: Sandbox,
  name: string,
  webhooks: readonly unknown[],
  kind = 'ValidatingWebhookConfiguration',
): void {
  sandbox.put({ apiVersion: 'admissionregistration.k8s.io/v1', kind, metadata: { name }, webhooks })
}

/** A Service in guard-system; with `address`, something answers behind it. */
export function service(sandbox: Sandbox, name: string, { address = true } = {}): void {
  const namespace = 'guard-system'
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace },
    spec: { selector: { app: name }, ports: [{ port: 443 }] },
  })
  if (!address) return
  sandbox.put({
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name: `${name}-1`, namespace, labels: { 'kubernetes.io/service-name': name } },
    addressType: 'IPv4',
    endpoints: [{ addresses: ['10.0.0.1'], conditions: { ready: true } }],
  })
}
