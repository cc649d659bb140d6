import type { ApiRequest } from '../../cluster/transport/transport.ts'
import type { Warned } from '../answer/answer.ts'
import { noSuchResource } from '../answer/refusal.ts'
import { metricsText } from '../metrics/text.ts'
import { parseAccept } from '../request/accept.ts'
import type { ResourcePath } from '../request/route.ts'
import type { Server } from '../server.ts'
import { aggregatedDiscovery } from './aggregated.ts'
import { aggregatedApi, discoveredGroups, isAvailable } from './groups.ts'
import { legacyGroup, legacyRoot, legacyVersion } from './legacy.ts'
import { openapiRoot, openapiV2, openapiVersion } from './openapi.ts'

const NOT_FOUND: Warned = { kind: 'text', status: 404, text: '404 page not found\n' }

/** Everything that is not a resource: discovery, version, health, OpenAPI. Unknown paths answer in plain text. */
export function serveOther(server: Server, request: ApiRequest, version: ResourcePath | undefined): Warned {
  if (version !== undefined) return groupVersion(server, version)
  const path = request.path.length > 1 ? request.path.replace(/\/$/, '') : request.path
  switch (path) {
    case '/api':
    case '/apis':
      return wantsAggregated(request)
        ? aggregatedDiscovery(server, path, request.headers?.['if-none-match'])
        : legacyRoot(server, path)
    case '/version':
      return { kind: 'json', status: 200, value: versionInfo(server.version) }
    case '/healthz':
    case '/livez':
    case '/readyz':
      return { kind: 'text', status: 200, text: 'ok' }
    case '/metrics':
      return { kind: 'text', status: 200, text: metricsText(server) }
    case '/openapi/v2':
      return openapiV2(server)
    case '/openapi/v3':
      return openapiRoot(server)
    case '/':
      return {
        kind: 'json',
        status: 200,
        value: { paths: ['/api', '/apis', '/healthz', '/metrics', '/openapi/v3', '/version'] },
      }
    default:
      return deeper(server, path) ?? NOT_FOUND
  }
}

function deeper(server: Server, path: string): Warned | undefined {
  if (path.startsWith('/openapi/v3/')) return openapiVersion(server, path.slice('/openapi/v3/'.length))
  const group = /^\/apis\/([^/]+)$/.exec(path)?.[1]
  return group === undefined ? undefined : legacyGroup(server, group)
}

function groupVersion(server: Server, { group, version }: ResourcePath): Warned {
  const aggregated = aggregatedApi(server, group, version)
  if (aggregated !== undefined && !isAvailable(aggregated)) {
    return { kind: 'text', status: 503, text: 'service unavailable\n' }
  }
  if (aggregated !== undefined) {
    const groupVersionName = `${group}/${version}`
    const value = { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: groupVersionName, resources: [] }
    return { kind: 'json', status: 200, value }
  }
  if (!discoveredGroups(server).some(({ name }) => name === group)) return NOT_FOUND
  if (server.types.all().every(type => type.group !== group || type.version !== version)) throw noSuchResource()
  return legacyVersion(server, group, version)
}

/** The first clause that names a form decides; v2beta1 is gone since 1.33. */
function wantsAggregated(request: ApiRequest): boolean {
  return parseAccept(request.headers?.accept).some(
    ({ type, parameters }) =>
      type === 'application/json' &&
      parameters.g === 'apidiscovery.k8s.io' &&
      parameters.v === 'v2' &&
      parameters.as === 'APIGroupDiscoveryList',
  )
}

/** What `/version` says: major and minor of a gitVersion like `v1.36.3`. */
function versionInfo(gitVersion: string): Readonly<Record<string, string>> {
  const [major = '1', minor = '36'] = gitVersion.replace(/^v/, '').split('.')
  return {
    major,
    minor,
    gitVersion,
    gitCommit: 'sandbox',
    gitTreeState: 'clean',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: 'go1.26',
    compiler: 'gc',
    platform: 'linux/amd64',
  }
}
