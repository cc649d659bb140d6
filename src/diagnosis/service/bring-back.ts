import type { Remedy } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { toRepair } from '../remedy.ts'
import { commandLine } from '../shell-quote.ts'
import type { Backend, ServiceName } from './backend.ts'
import { workloadsBehind } from './workload-behind.ts'

/** A namespace that is being deleted takes nothing new, so that no Service can come back in it. */
export function isEnding(namespace: string, facts: Facts): boolean {
  const found = facts.read({ about: 'object', resource: 'namespaces', name: namespace })
  return found.state === 'known' && found.value.metadata.deletionTimestamp !== undefined
}

/**
 * How to make a Service answer again, that the API server calls for `what` ("webhook x"): scale up what was scaled to
 * zero, install again what is gone, look at what runs and does not answer.
 */
export function bringBack(what: string, service: ServiceName, backend: Backend, facts: Facts): Remedy {
  const { namespace, name } = service
  const remedy = (summary: string, commands: readonly string[]): Remedy => toRepair(summary, commands, 'low')
  const look = commandLine('kubectl', 'get', 'services,endpointslices,pods', '-n', namespace)
  if (backend.state === 'absent') {
    return remedy(`reinstall what serves ${what}: the Service ${name} in namespace ${namespace} and its Pods`, [look])
  }
  const workloads = workloadsBehind(namespace, backend.selector, facts)
  const stopped = workloads.filter(({ replicas }) => replicas === 0)
  if (stopped.length > 0) {
    const scale = stopped.map(workload =>
      commandLine('kubectl', 'scale', workload.name, '-n', namespace, '--replicas=1'),
    )
    return remedy(`scale up ${stopped.map(workload => workload.name).join(', ')}, which serves ${what}`, scale)
  }
  const describe = workloads.map(workload => commandLine('kubectl', 'describe', workload.name, '-n', namespace))
  return remedy(`make Service ${name} in namespace ${namespace} answer again: ${what} is served by it`, [
    look,
    ...describe,
  ])
}
