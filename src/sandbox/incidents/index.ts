import { type SandboxClock, timestamp } from '../clock.ts'
import { namespaceConditions } from '../controllers/namespace-conditions.ts'
import { remainingContent } from '../controllers/namespace-content.ts'
import { createSandbox, type Sandbox } from '../sandbox.ts'
import { incident as apiUnavailable } from './api-unavailable.ts'
import { incident as claimInUse } from './claim-in-use.ts'
import { incident as classOfAnother } from './class-of-another.ts'
import { incident as cleanupLogged } from './cleanup-logged.ts'
import { incident as controllerManagerDown } from './controller-manager-down.ts'
import { incident as conversionDead } from './conversion-dead.ts'
import { incident as definitionTerminating } from './definition-terminating.ts'
import { incident as empty } from './empty.ts'
import { incident as foregroundHeld } from './foreground-held.ts'
import type { Incident } from './incident.ts'
import { incident as loadBalancer } from './load-balancer.ts'
import { incident as nodeLost } from './node-lost.ts'
import { incident as operatorForbidden } from './operator-forbidden.ts'
import { incident as operatorScaledDown } from './operator-scaled-down.ts'
import { incident as operatorUninstalled } from './operator-uninstalled.ts'
import { incident as paused } from './paused.ts'
import { incident as referenceMissing } from './reference-missing.ts'
import { incident as webhookDead } from './webhook-dead.ts'

export type { Incident } from './incident.ts'

/** Those that live together in the practice cluster: each leaves the others as they are. */
const practised: readonly Incident[] = [
  operatorUninstalled,
  apiUnavailable,
  claimInUse,
  nodeLost,
  foregroundHeld,
  loadBalancer,
  definitionTerminating,
  webhookDead,
  operatorScaledDown,
  operatorForbidden,
]

/** Every incident that can be asked for by name: also those that would spread over a whole cluster. */
export const incidents: readonly Incident[] = [
  ...practised,
  referenceMissing,
  paused,
  cleanupLogged,
  classOfAnother,
  conversionDead,
  controllerManagerDown,
  empty,
]

/** A cluster with the incidents that can live together: what `--sandbox` without a name means. */
export function practiceCluster(clock?: SandboxClock): Sandbox {
  return build(practised, clock)
}

/** A cluster with one incident; "" is the practice cluster; undefined for a name that is none. */
export function buildIncident(name: string, clock?: SandboxClock): Sandbox | undefined {
  if (name === '') return practiceCluster(clock)
  const incident = incidents.find(candidate => candidate.name === name)
  return incident && build([incident], clock)
}

function build(chosen: readonly Incident[], clock: SandboxClock | undefined): Sandbox {
  const sandbox = createSandbox(clock && { clock })
  for (const incident of chosen) incident.build(sandbox)
  if (sandbox.controllers.length > 0) reportNamespaces(sandbox)
  return sandbox
}

/** Conditions of the terminating namespaces, dated to the first pass of a controller that has tried ever since. */
export function reportNamespaces({ server }: Sandbox): void {
  for (const namespace of server.store.list('namespaces')) {
    const { name, deletionTimestamp } = namespace.metadata
    if (deletionTimestamp === undefined) continue
    const lastTransitionTime = timestamp(Date.parse(deletionTimestamp) + 5000)
    const conditions = namespaceConditions(remainingContent(server, name)).map(({ type, status, reason, message }) => ({
      type,
      status,
      lastTransitionTime,
      reason,
      message,
    }))
    server.store.write('namespaces', namespace, { ...namespace, status: { phase: 'Terminating', conditions } })
  }
}
