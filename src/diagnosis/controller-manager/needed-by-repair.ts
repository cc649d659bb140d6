import { message } from '../../messages/sentence.ts'
import { controllerManager } from '../controller-manager-lease.ts'
import type { CauseCode, Remedy } from '../explanation.ts'
import type { Facts } from '../facts.ts'

/** Only its controllers make Pods for a workload, and free a claim that no Pod uses any more. */
const NEEDS_IT = /^kubectl (scale|rollout restart|create (deployment|job)|delete (pods?|jobs?)(\.batch)?[ /])/

/** Repairs that end nothing while kube-controller-manager is down, by its Lease, tell to start it first. */
export function startingManagerFirst(remedies: readonly Remedy[], code: CauseCode, facts: Facts): readonly Remedy[] {
  if (code === 'ControllerManagerDown' || !remedies.some(needsIt)) return remedies
  if (controllerManager(facts).state !== 'stale') return remedies
  return remedies.map(remedy =>
    needsIt(remedy) ? { ...remedy, summary: message('ManagerFirst', { next: remedy.summary }) } : remedy,
  )
}

function needsIt({ kind, commands }: Remedy): boolean {
  return kind === 'repair' && commands.some(command => NEEDS_IT.test(command))
}
