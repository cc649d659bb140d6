import type { KubeObject } from '../../api/object.ts'

/** Fields of an Event that events.k8s.io/v1 calls otherwise than core/v1. */
const RENAMED: readonly (readonly [core: string, events: string])[] = [
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
  ['reportingComponent', 'reportingController'],
]

export function eventToEvents(object: KubeObject): KubeObject {
  return renamed(object, 'events.k8s.io/v1', RENAMED)
}

export function eventToCore(object: KubeObject): KubeObject {
  if (object.apiVersion === 'v1') return object
  return renamed(
    object,
    'v1',
    RENAMED.map(([core, events]) => [events, core] as const),
  )
}

function renamed(object: KubeObject, apiVersion: string, names: readonly (readonly [string, string])[]): KubeObject {
  const table = new Map(names)
  const fields = Object.entries(object).map(([field, value]) => [table.get(field) ?? field, value])
  return { ...(Object.fromEntries(fields) as KubeObject), apiVersion }
}
