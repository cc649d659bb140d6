import type { V1Pod } from '@kubernetes/client-node'
import type { KubeObject } from '../../api/object.ts'
import type { LogLine } from '../../statements/log/line.ts'
import { meaningOf } from '../../statements/log/told.ts'
import type { Evidence } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { controllerIn, lastLine, loggedIn } from '../workloads/log-places.ts'

/** The last error since a moment (ms) in the log of a Pod, or of its last run if it restarts. */
export function lastErrorIn(pod: KubeObject | undefined, since: number, facts: Facts): Evidence | undefined {
  const speaker = pod && controllerIn(pod)
  const { spec, status } = (pod ?? {}) as unknown as V1Pod
  if (pod === undefined || speaker === undefined || spec?.nodeName === undefined) return undefined
  const { container } = speaker
  const state = status?.containerStatuses?.find(({ name }) => name === container)
  const previous = state?.state?.waiting !== undefined && (state.restartCount ?? 0) > 0
  const place = { namespace: pod.metadata.namespace ?? '', pod: pod.metadata.name, container, previous }
  const line = lastLine(place, each => isErrorOfRun(each) && !(each.at! < since), facts)
  return line && loggedIn(place, line)
}

/** By its words, whatever its level: openshift/hive#114 has those of its cloud at level debug. */
function isErrorOfRun(line: LogLine): boolean {
  return meaningOf(line.level === 'error' ? line : { ...line, level: undefined }) === 'failing'
}
