import type { SandboxClock } from '../clock.ts'
import { createSandbox, type Sandbox } from '../sandbox.ts'
import { incident as apiUnavailable } from './api-unavailable.ts'
import { incident as claimInUse } from './claim-in-use.ts'
import { incident as definitionTerminating } from './definition-terminating.ts'
import { incident as empty } from './empty.ts'
import { incident as foregroundHeld } from './foreground-held.ts'
import type { Incident } from './incident.ts'
import { incident as loadBalancer } from './load-balancer.ts'
import { incident as nodeLost } from './node-lost.ts'
import { incident as operatorScaledDown } from './operator-scaled-down.ts'
import { incident as operatorUninstalled } from './operator-uninstalled.ts'
import { reportNamespaces } from './report-namespaces.ts'
import { incident as webhookDead } from './webhook-dead.ts'

export type { Incident } from './incident.ts'

/** Every incident that can be asked for by name. */
export const incidents: readonly Incident[] = [
  operatorUninstalled,
  apiUnavailable,
  claimInUse,
  nodeLost,
  foregroundHeld,
  loadBalancer,
  definitionTerminating,
  webhookDead,
  operatorScaledDown,
  empty,
]

/** A cluster with all incidents in it: what `--sandbox` without a name means. */
export function practiceCluster(clock?: SandboxClock): Sandbox {
  return build(incidents, clock)
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
  reportNamespaces(sandbox)
  return sandbox
}
