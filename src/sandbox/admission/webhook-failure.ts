import { badRequest } from '../answer/refusal.ts'
import type { Server } from '../server.ts'
import type { WebhookClientConfig } from '../types/custom.ts'
import { endpointsOf } from '../types/endpoints.ts'

/** Why a webhook cannot be called (`Post "https://…": …`), or undefined when something would answer. */
export function webhookFailure(
  server: Server,
  config: WebhookClientConfig,
  timeoutSeconds: number,
): string | undefined {
  const { service } = config
  if (service === undefined) return undefined
  const { namespace, name, path = '', port = 443 } = service
  const target = `https://${name}.${namespace}.svc:${port}${path}?timeout=${timeoutSeconds}s`
  const stored = server.store.get('services', namespace, name)
  if (stored === undefined) return `Post "${target}": service "${name}" not found`
  if (endpointsOf(server.store, namespace, name).length > 0) return undefined
  const spec = stored.spec as { clusterIP?: string } | undefined
  return `Post "${target}": dial tcp ${spec?.clusterIP ?? '10.96.0.1'}:${port}: connect: connection refused`
}

/** 400 for a webhook with side effects: it would act on a write that does not happen. */
export function refuseDryRun(name: string): never {
  throw badRequest(`admission webhook "${name}" does not support dry run`)
}
