import { parseApiVersion } from '../../api/resource-type.ts'
import { message } from '../../messages/sentence.ts'
import { isCustom } from '../custom-type.ts'
import type { Case } from '../dossier/dossier.ts'
import { toInspect } from '../remedy.ts'
import { logCommand } from '../workloads/log-places.ts'
import type { Workload } from '../workloads/workloads.ts'
import { type Clue, clueOf } from './clue.ts'

/**
 * That the custom resource which controls the object is gone by its uid: a controller that comes to an object by
 * way of its owner may not come to it any more (arangodb/kube-arangodb#157, argoproj/argo-workflows#12952).
 */
export function ownerGone({ held, finalizer, context }: Case, workload: Workload): Clue | undefined {
  const gone = held.owners.find(
    ({ controller, exists, ref }) =>
      controller && exists === false && isCustom({ type: parseApiVersion(ref.apiVersion) }),
  )
  if (gone === undefined) return undefined
  const owner = `${gone.ref.kind} ${gone.ref.name}`
  const { kind, uid } = gone.ref
  const fact = message('OwnerNotFound', { owner, uid })
  const advice = message('FindWhetherHandledWithoutOwner', { finalizer, owner: kind })
  const remedy = toInspect(advice, [logCommand(workload, context.facts)])
  return clueOf(`owner-gone/${uid}`, message('OwnerIsGone', { owner }), fact, 'metadata.ownerReferences', remedy)
}
