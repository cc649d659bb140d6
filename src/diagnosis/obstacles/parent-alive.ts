import type { ObjectMeta } from '../../api/object.ts'
import { resourceName } from '../../api/resource-type.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { searchController } from '../controller/search.ts'
import { type Case, living, removal } from '../dossier/dossier.ts'
import { type Remedy, toRepair } from '../explanation.ts'
import { isTelling, programsThatWrote, writerOfFinalizer } from '../managers.ts'
import { closedNamespace } from '../namespaces/terminating-namespaces.ts'
import { ownerType } from '../ownership/owner-lookup.ts'
import { commandLine, namespaceFlag } from '../shell-quote.ts'
import { type Blocker, blocker, heldOf, isCustom, type StuckObject } from '../stuck-object.ts'
import { EARLY_SECONDS } from '../thresholds.ts'
import { readyEvidence, workloadText } from '../workloads/workloads.ts'

/**
 * The controller runs and is silent on an object whose owner, not deleted, it looks after too: many operators
 * free what they made only when that owner goes. CleanupInProgress, `unknown`: that it waits so cannot be proven. Not
 * for Pods, which operators replace while the owner stays (arangodb/kube-arangodb#887).
 */
export function parentAlive(found: Case): Blocker | undefined {
  const { held, finalizer, reports, context } = found
  if (held.ref.resource === 'pods') return undefined
  if ((held.ageSeconds ?? 0) < EARLY_SECONDS || reports.failures.length > 0 || reports.progress.length > 0)
    return undefined
  const parent = parentOf(found)
  if (parent === undefined) return undefined
  const ofParent = searchController(parent, finalizer, context).candidates
  const controller = [...living(found), ...ofParent].find(({ workload }) => workload.readyReplicas > 0)
  if (controller === undefined) return undefined
  const { workload } = controller
  const name = workloadText(workload)
  const owner = `${parent.ref.kind} ${parent.ref.name}`
  const isClosed = closedNamespace(held.ref.namespace, context) !== undefined
  const by = parent.meta.finalizers?.includes(finalizer) ? 'finalizer' : 'writer'
  return blocker('unknown', {
    key: `CleanupInProgress/parent/${parent.ref.uid}/${finalizer}`,
    subject: held.ref,
    summary: message('KeepsUntilOwnerDeleted', { workload: name, finalizer, owner }),
    evidence: [
      factFrom(parent.ref.resource, 'OwnerOfSameController', { owner, finalizer, by }),
      readyEvidence(workload),
      ...controller.evidence,
      factFrom('events', 'NeitherErrorNorWork'),
    ],
    remedies: (_blocks, direct) => {
      const freed = removal(found, direct)
      const kept = { owner, next: freed.summary, workload: isClosed ? undefined : workload.name }
      return [deletionOf(parent), { ...freed, summary: message('KeepOwner', kept) }]
    },
  })
}

/** An owner that lives and has the same controller: it carries the same finalizer, or the same program wrote it. */
function parentOf({ held, finalizer, context }: Case): StuckObject | undefined {
  const writer = writerOfFinalizer(held.meta, finalizer)?.manager
  for (const owner of held.meta.ownerReferences ?? []) {
    const type = ownerType(owner, context)
    // What Kubernetes makes of its own types (Pods of a Job) is not freed by an operator.
    if (type === undefined || !isCustom({ type })) continue
    // One list for all objects whose owners are of that type.
    const all = context.facts.read({ about: 'metadata', resource: resourceName(type) })
    const meta = all.state === 'known' ? all.value.find(({ uid }) => uid === owner.uid) : undefined
    if (meta === undefined || meta.deletionTimestamp !== undefined) continue
    // No owner is in another namespace, whatever a reference says (kubernetes-deletion.md 4).
    if (meta.namespace !== undefined && meta.namespace !== held.ref.namespace) continue
    if (!meta.finalizers?.includes(finalizer) && !isWrittenBy(writer, meta)) continue
    return heldOf(type, meta)
  }
  return undefined
}

function isWrittenBy(writer: string | undefined, owner: ObjectMeta): boolean {
  if (writer === undefined || !isTelling(writer)) return false
  return programsThatWrote(owner).some(({ manager }) => manager === writer)
}

function deletionOf({ ref }: StuckObject): Remedy {
  const place = namespaceFlag(ref.namespace)
  const command = commandLine('kubectl', 'delete', ref.resource, ref.name, ...place, '--wait=false')
  return toRepair(message('DeleteOwner', { owner: `${ref.kind} ${ref.name}` }), [command], 'high')
}
