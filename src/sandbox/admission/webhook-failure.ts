import { badRequest } from '../answer/refusal.ts'
import { aggregatedApi, isAvailable } from '../discovery/groups.ts'
import type { Server } from '../server.ts'
import type { WebhookClientConfig } from '../types/custom.ts'
import { endpointsOf } from '../types/endpoints.ts'

const API_PATH = /^\/apis\/([^/]+)\/([^/]+)/

/** Why a webhook cannot be called (`Post "https://…": …`, or the server's words); undefined when something answers. */
export function webhookFailure(
  server: Server,
  config: WebhookClientConfig,
  timeoutSeconds: number,
): string | undefined {
  const { service } = config
  if (service === undefined) return undefined
  const { namespace, name, path = '', port = 443 } = service
  const api = namespace === 'default' && name === 'kubernetes' ? API_PATH.exec(path) : null
  if (api !== null) return apiFailure(server, api[1]!, api[2]!)
  const target = `https://${name}.${namespace}.svc:${port}${path}?timeout=${timeoutSeconds}s`
  const stored = server.store.get('services', namespace, name)
  if (stored === undefined) return `Post "${target}": service "${name}" not found`
  if (endpointsOf(server.store, namespace, name).length > 0) return undefined
  const spec = stored.spec as { clusterIP?: string } | undefined
  return `Post "${target}": dial tcp ${spec?.clusterIP ?? '10.96.0.1'}:${port}: connect: connection refused`
}

/** The server asks itself: an aggregated API answers, or is not there (kubernetes-deletion.md 8). */
function apiFailure(server: Server, group: string, version: string): string | undefined {
  const api = aggregatedApi(server, group, version)
  if (api === undefined) return 'the server could not find the requested resource'
  return isAvailable(api) ? undefined : 'the server is currently unable to handle the request'
}

/** 400 for a webhook with side effects: it would act on a write that does not happen. */
export function refuseDryRun(name: string): never {
  throw badRequest(`admission webhook "${name}" does not support dry run`)
}
