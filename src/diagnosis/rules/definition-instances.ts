import { CRD_CLEANUP } from '../../api/builtin-finalizers.ts'
import { trueCondition } from '../../api/condition.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { atWork } from '../at-work.ts'
import { definitionBeingCleaned, instancesOf, isBeingCleaned } from '../definitions/instances.ts'
import { type Evidence, toRepair, type Verdict } from '../explanation.ts'
import { deleteCommand } from '../ownership/release.ts'
import { type Blocker, blocker, type RuleContext, type StuckObject } from '../stuck-object.ts'
import { terminatingBy } from '../terminating-by.ts'
import { formatSeconds, PATIENCE_SECONDS } from '../thresholds.ts'
import { unreadFact } from '../unread.ts'

const NONE_LEFT: Evidence = factFrom('list', 'NoInstanceLeft')

/** A CRD that is being deleted waits for its instances, terminating or not; the API server itself deletes them. */
export function definitionInstances(held: StuckObject, context: RuleContext): readonly Blocker[] {
  if (!isBeingCleaned(held)) return []
  const instances = instancesOf(held, context)
  // Else those that the survey saw terminating, whatever else could not be read.
  const left = instances.state === 'known' ? instances.value : terminatingBy('type', held.ref.name, context)
  if (left.length > 0) {
    const waitingFor = left.map(instance => ({ ref: instance.ref, reason: 'Instance' as const, held: instance }))
    return [{ verdict: 'waiting', waitingFor }]
  }
  // The API server looks again every few seconds, and would have seen by now that none is left.
  const soon = instances.state === 'known' && (held.ageSeconds ?? 0) < PATIENCE_SECONDS
  if (soon) return [atWork(held, 'kube-apiserver', [NONE_LEFT])]
  return [{ verdict: 'unknown', ...(instances.state === 'unreadable' && { missing: [unreadFact(instances.why)] }) }]
}

/**
 * InstanceAlive of a CRD: it is being deleted, this instance is not, and the API server says that it cannot delete the
 * instances (`stuck`) or has left it alone for long (`unknown`). That stuck instances are terminating is the ordinary
 * picture, and so is the condition InstanceDeletionCheck.
 */
export function definitionInstanceAlive(held: StuckObject, context: RuleContext): readonly Blocker[] {
  if (held.meta.deletionTimestamp !== undefined) return []
  const definition = definitionBeingCleaned(held, context)
  if (definition === undefined) return []
  // What the API server says of the deletion of a CRD's instances (condition Terminating, kubernetes-deletion.md 4.1).
  // undefined: it does not say, or the CRD cannot be read.
  const object = context.facts.read({ about: 'object', resource: definition.ref.resource, name: definition.ref.name })
  const found = object.state === 'known' ? trueCondition(object.value, 'Terminating') : undefined
  const condition = found && { reason: found.reason ?? '', message: found.message ?? '' }
  const failed = condition?.reason === 'InstanceDeletionFailed'
  // Instances that cannot be converted have a cause of their own, which holds the CRD.
  if (failed && condition.message.includes('conversion webhook')) return [{ verdict: 'unknown' }]
  const age = definition.ageSeconds ?? 0
  if (failed) return [alive(held, definition, 'stuck', condition)]
  if (age >= PATIENCE_SECONDS) return [alive(held, definition, 'unknown', condition)]
  return [atWork(held, 'kube-apiserver', reported(definition, condition))]
}

function alive(held: StuckObject, definition: StuckObject, verdict: Verdict, condition: CleanupCondition | undefined) {
  const { ref } = held
  const { name: called } = definition.ref
  const age = formatSeconds(definition.ageSeconds ?? 0)
  const object = `${ref.kind} ${ref.name}`
  return blocker(verdict, {
    key: `InstanceAlive/${ref.uid}`,
    subject: ref,
    finalizer: CRD_CLEANUP,
    summary: message('InstanceNotDeleted', { object, definition: called }),
    evidence: [
      factFrom(ref.resource, 'DefinitionDeletedSince', { definition: called, age, object }),
      ...reported(definition, condition),
    ],
    remedies: () => [toRepair(message('DeleteInstance', { object }), [deleteCommand(held, '--wait=false')], 'medium')],
  })
}

function reported({ ref }: StuckObject, condition: CleanupCondition | undefined): readonly Evidence[] {
  if (condition === undefined) return []
  return [{ fact: `${ref.name}: ${condition.reason}: ${condition.message}`, source: ref.resource }]
}

type CleanupCondition = { readonly reason: string; readonly message: string }
