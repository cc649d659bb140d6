import type { Query } from '../../api/fact.ts'
import { METRICS_PATH } from '../../api/watchers.ts'
import type { OfLog } from './read-log.ts'

/** A question that is answered by itself. */
export type Single = Exclude<Query, OfLog>

export function subjectOf(query: Single): string {
  switch (query.about) {
    case 'object':
    case 'list':
    case 'existence':
    case 'annotated':
    case 'metadata':
    case 'access':
    case 'removal':
    case 'finalization':
    case 'deletion':
    case 'update':
      return query.resource
    case 'dependents':
      return '*'
    case 'events':
      return 'events'
    case 'version':
      return 'version'
    case 'watchers':
      return METRICS_PATH
  }
}

export function namespaceOf(query: Single): string | undefined {
  return 'namespace' in query ? query.namespace : undefined
}
