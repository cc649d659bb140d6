import { type Condition, conditionsIn } from '../../api/condition.ts'
import type { KubeObject } from '../../api/object.ts'
import { timestamp } from '../clock.ts'
import { apiServiceSpec } from '../discovery/groups.ts'
import type { Server } from '../server.ts'
import { withCondition } from '../types/conditions.ts'
import { endpointsOf } from '../types/endpoints.ts'
import type { Controller } from './controller.ts'

const STORAGE = 'apiservices.apiregistration.k8s.io'

/**
 * Keeps the Available condition of aggregated APIs: is the Service there, and is anything behind it
 * (kubernetes-deletion.md 6.1).
 */
export const availabilityController: Controller = {
  name: 'remote-available-controller',
  reconcile(server) {
    for (const apiService of server.store.list(STORAGE)) {
      if (!apiServiceSpec(apiService).service) continue
      const condition = availability(server, apiService)
      const known = conditionsIn(apiService)
      const old = known.find(({ type }) => type === 'Available')
      if (old !== undefined && old.reason === condition.reason && old.message === condition.message) continue
      const conditions = withCondition(known, condition, timestamp(server.now()))
      server.store.write(STORAGE, apiService, {
        ...apiService,
        status: { ...(apiService.status as object), conditions },
      })
    }
  },
}

function availability(server: Server, apiService: KubeObject): Condition {
  const { namespace, name, port = 443 } = apiServiceSpec(apiService).service!
  const service = server.store.get('services', namespace, name)
  const no = (reason: string, message: string) => ({ type: 'Available', status: 'False', reason, message })
  if (service === undefined) return no('ServiceNotFound', `service/${name} in "${namespace}" is not present`)
  const ports = (service.spec as { ports?: readonly { port: number }[] } | undefined)?.ports ?? []
  if (!ports.some(candidate => candidate.port === port)) {
    return no('ServicePortError', `service/${name} in "${namespace}" is not listening on port ${port}`)
  }
  const external = (service.spec as { type?: string }).type === 'ExternalName'
  if (!external && endpointsOf(server.store, namespace, name).length === 0) {
    const message = `endpointslices for service/${name} in "${namespace}" have no addresses with port name ""`
    return no('MissingEndpoints', message)
  }
  return { type: 'Available', status: 'True', reason: 'Passed', message: 'all checks passed' }
}
