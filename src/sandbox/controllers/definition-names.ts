import { conditionsIn } from '../../api/condition.ts'
import type { KubeObject } from '../../api/object.ts'
import { timestamp } from '../clock.ts'
import type { Server } from '../server.ts'
import { conditionStatus } from '../types/conditions.ts'
import { definitionSpec } from '../types/custom.ts'
import { DEFINITIONS } from '../types/registry.ts'

const API_SERVICES = 'apiservices.apiregistration.k8s.io'

/**
 * Accepts the names of a new CRD, which makes it served, and keeps one local APIService for each group version.
 * The real server takes a moment for both; here they are there when the answer is.
 */
export function registerDefinitions(server: Server): void {
  for (const type of server.types.all()) ensureApiService(server, type.group, type.version)
  server.store.subscribe(event => {
    if (event.storage !== DEFINITIONS) return
    if (event.type === 'ADDED') establish(server, event.object)
    refreshApiServices(server)
  })
}

function establish(server: Server, definition: KubeObject): void {
  if (conditionStatus(definition, 'Established') === 'True') return
  const spec = definitionSpec(definition)
  const now = timestamp(server.now())
  const condition = (type: string, reason: string, message: string) => ({
    type,
    status: 'True',
    lastTransitionTime: now,
    reason,
    message,
  })
  const stored = spec.versions.find(version => version.storage)?.name
  const given = definition.status as object | undefined
  const status = {
    ...given,
    conditions: [
      ...conditionsIn(definition),
      condition('NamesAccepted', 'NoConflicts', 'no conflicts found'),
      condition('Established', 'InitialNamesAccepted', 'the initial names have been accepted'),
    ],
    acceptedNames: { listKind: `${spec.names.kind}List`, singular: spec.names.kind.toLowerCase(), ...spec.names },
    storedVersions: stored === undefined ? [] : [stored],
  }
  server.store.write(DEFINITIONS, definition, { ...definition, status })
}

/** Automatic APIServices follow the definitions: one for each served group version, none for what is gone. */
function refreshApiServices(server: Server): void {
  const served = new Set(server.types.all().map(type => `${type.version}.${type.group}`))
  for (const type of server.types.all()) ensureApiService(server, type.group, type.version)
  for (const apiService of server.store.list(API_SERVICES)) {
    const automatic = apiService.metadata.labels?.['kube-aggregator.kubernetes.io/automanaged'] === 'true'
    if (automatic && !served.has(apiService.metadata.name)) server.store.remove(API_SERVICES, apiService)
  }
}

function ensureApiService(server: Server, group: string, version: string): void {
  const name = `${version}.${group}`
  if (server.store.get(API_SERVICES, undefined, name) !== undefined) return
  const custom = server.types.all().some(type => type.group === group && type.definition !== undefined)
  const now = timestamp(server.now())
  server.store.write(API_SERVICES, undefined, {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: {
      name,
      uid: server.identity.uid(),
      creationTimestamp: now,
      labels: { 'kube-aggregator.kubernetes.io/automanaged': custom ? 'true' : 'onstart' },
    },
    spec: {
      ...(group !== '' && { group }),
      version,
      groupPriorityMinimum: custom ? 1000 : 17_800,
      versionPriority: custom ? 100 : 15,
    },
    status: {
      conditions: [
        {
          type: 'Available',
          status: 'True',
          lastTransitionTime: now,
          reason: 'Local',
          message: 'Local APIServices are always available',
        },
      ],
    },
  })
}
