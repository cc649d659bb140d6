import { message } from '../../messages/sentence.ts'
import { atWork } from '../at-work.ts'
import { instancesOf, isBeingCleaned, terminatingInstances } from '../definitions/instances.ts'
import type { Evidence } from '../explanation.ts'
import type { Blocker, RuleContext, StuckObject } from '../stuck-object.ts'
import { PATIENCE_SECONDS } from '../thresholds.ts'
import { unreadFact } from '../unread.ts'

const NONE_LEFT: Evidence = { fact: message('NoInstanceLeft'), source: 'list' }

/** A CRD that is being deleted waits for its instances, terminating or not; the API server itself deletes them. */
export function definitionInstances(held: StuckObject, context: RuleContext): readonly Blocker[] {
  if (!isBeingCleaned(held)) return []
  const instances = instancesOf(held, context)
  const left = instances.state === 'known' ? instances.value : terminatingInstances(held, context)
  if (left.length > 0) {
    const waitingFor = left.map(instance => ({ ref: instance.ref, reason: 'Instance' as const, held: instance }))
    return [{ verdict: 'waiting', waitingFor }]
  }
  // The API server looks again every few seconds, and would have seen by now that none is left.
  const soon = instances.state === 'known' && (held.ageSeconds ?? 0) < PATIENCE_SECONDS
  if (soon) return [atWork(held, 'kube-apiserver', [NONE_LEFT])]
  return [{ verdict: 'unknown', ...(instances.state === 'unreadable' && { missing: [unreadFact(instances.why)] }) }]
}
