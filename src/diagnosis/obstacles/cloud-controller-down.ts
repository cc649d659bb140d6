import { LOAD_BALANCER_CLEANUP } from '../../api/builtin-finalizers.ts'
import { message } from '../../messages/sentence.ts'
import { isLate } from '../controller-manager/awaited-work.ts'
import { holderOf } from '../controller-manager-lease.ts'
import { type Case, removal } from '../dossier/dossier.ts'
import { type Subject, toInspect, toRepair } from '../explanation.ts'
import { commandLine } from '../shell-quote.ts'
import { type Blocker, blocker } from '../stuck-object.ts'
import { formatSeconds, PROMPT_SECONDS } from '../thresholds.ts'

/** Of the cloud-controller-manager at work, wherever that runs (kubernetes/cloud-provider: options/options.go). */
const LEASE: Subject = { kind: 'Lease', namespace: 'kube-system', name: 'cloud-controller-manager' }

/**
 * ControllerManagerDown of the other controller manager: a Service of type LoadBalancer waits for
 * cloud-controller-manager, whose Lease is stale (`stuck`), or fresh while nothing happens and no error is reported
 * (`unknown`). Without the Lease another may serve load balancers; a Service with its own class is not for it.
 */
export function cloudControllerDown(found: Case): Blocker | undefined {
  const { held, finalizer, reports, context } = found
  if (finalizer !== LOAD_BALANCER_CLEANUP || held.ref.resource !== 'services') return undefined
  const spec = reports.whole?.spec as { loadBalancerClass?: unknown } | undefined
  if (spec === undefined || spec.loadBalancerClass !== undefined) return undefined
  const manager = holderOf(LEASE, context.facts)
  if (manager.state !== 'stale' && manager.state !== 'works') return undefined
  const ageSeconds = held.ageSeconds ?? 0
  const works = manager.state === 'works'
  if (works && reports.failures.length + reports.progress.length > 0) return undefined
  if (works && !isLate({ ageSeconds, patienceSeconds: PROMPT_SECONDS }, manager)) return undefined
  const fact = message('LoadBalancerAwaited', { service: held.ref.name, ago: formatSeconds(ageSeconds) })
  return blocker(works ? 'unknown' : 'stuck', {
    key: 'ControllerManagerDown/cloud',
    subject: LEASE,
    summary: works ? message('CloudManagerSilent') : message('CloudManagerNotRunning'),
    evidence: [manager.evidence, { fact, source: 'services' }],
    remedies: (_, direct) => {
      const last = removal(found, direct)
      if (works) return [look, last]
      // The guard asks for the repair first.
      return [start, look, last]
    },
  })
}

const start = toRepair(message('StartCloudManager'))

const look = toInspect(message('SeeCloudManagerLease'), [
  commandLine('kubectl', 'get', 'lease', LEASE.name, '-n', LEASE.namespace!, '-o', 'yaml'),
  commandLine('kubectl', 'get', 'pods', '-n', LEASE.namespace!, '-l', 'component=cloud-controller-manager'),
])
