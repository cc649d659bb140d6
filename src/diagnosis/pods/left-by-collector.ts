import { controllerManager } from '../controller-manager-lease.ts'
import type { RuleContext } from '../stuck-object.ts'
import { awaitsCollection, type PodEnding } from './ending.ts'

/** Whether a Pod stays because the Pod garbage collector is down: ControllerManagerDown tells of it then. */
export function isLeftByCollector(ending: PodEnding, { facts }: RuleContext): boolean {
  return awaitsCollection(ending) && controllerManager(facts).state === 'stale'
}
