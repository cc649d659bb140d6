import type { Server } from '../server.ts'
import { isCustom } from '../types/served-type.ts'
import { labelsOf } from './counts.ts'

/** So long after a CRD was made the garbage collector begins to watch its type (who-knows: 30 s). */
const SEEN_AFTER_SECONDS = 30
const LEASES = 'leases.coordination.k8s.io'
const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io'

/** The answer to `GET /metrics`: of a real server's families those that this one counts, in their order. */
export function metricsText(server: Server): string {
  const { startedAt, requests } = server.counts
  return [
    ...family(
      'apiserver_longrunning_requests',
      '[STABLE] Gauge of all active long-running apiserver requests broken out by verb, group, version, resource, scope and component. Not all requests are tracked this way.',
      'gauge',
      watches(server),
    ),
    ...family(
      'apiserver_request_total',
      '[STABLE] Counter of apiserver requests broken out for each verb, dry run value, group, version, resource, scope, component, and HTTP response code.',
      'counter',
      requests,
    ),
    ...family(
      'process_start_time_seconds',
      '[STABLE] Start time of the process since unix epoch in seconds.',
      'gauge',
      new Map([['', startedAt / 1000]]),
    ),
    '',
  ].join('\n')
}

function family(name: string, help: string, type: string, samples: ReadonlyMap<string, number>): readonly string[] {
  const lines = [...samples].map(([labels, value]) => `${name}${labels === '' ? '' : `{${labels}}`} ${value}`)
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines.toSorted()]
}

/** Clients' watches, and the garbage collector's (custom types, podtemplates) while kube-controller-manager works. */
function watches(server: Server): ReadonlyMap<string, number> {
  const all = new Map(server.counts.watches)
  if (!isManagerAtWork(server)) return all
  const versions = new Map(
    server.types.all().flatMap(type => (isCustom(type) ? [[`${type.plural}.${type.group}`, type] as const] : [])),
  )
  add(
    all,
    labelsOf({ group: '', version: 'v1', resource: 'podtemplates', subresource: '', scope: 'cluster', verb: 'WATCH' }),
  )
  for (const [name, { group, version, plural: resource }] of versions) {
    const made = server.store.get(DEFINITIONS, undefined, name)?.metadata.creationTimestamp
    if (!(server.now() - Date.parse(made ?? '') >= SEEN_AFTER_SECONDS * 1000)) continue
    const labels = labelsOf({ group, version, resource, subresource: '', scope: 'cluster', verb: 'WATCH' })
    add(all, labels)
  }
  return all
}

function add(all: Map<string, number>, labels: string): void {
  all.set(labels, (all.get(labels) ?? 0) + 1)
}

function isManagerAtWork(server: Server): boolean {
  const lease = server.store.get(LEASES, 'kube-system', 'kube-controller-manager')
  const { renewTime = '', leaseDurationSeconds = 0 } = (lease?.spec ?? {}) as Record<string, never>
  return server.now() - Date.parse(renewTime) <= leaseDurationSeconds * 1000
}
