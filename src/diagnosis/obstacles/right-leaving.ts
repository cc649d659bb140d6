import { type Holder, isHeldBy } from '../controller/holders.ts'
import { type Case, living } from '../dossier/dossier.ts'
import type { DeletedTogether, Held, Holding } from '../held.ts'
import { toRepair } from '../remedy.ts'
import { readyEvidence, workloadText } from '../workloads/workloads.ts'

/**
 * ControllerForbidden, before a deletion: all that lets the controller change the object would be deleted as well, and which of them
 * goes first the server does not say.
 */
export function rightLeaving(found: Case): Holding | undefined {
  const { held, finalizer, search, context } = found
  const { together } = context
  const [controller] = living(found)
  if (together === undefined || controller === undefined) return undefined
  const { workload } = controller
  const rights = search.holders.filter(holder => isHeldBy(holder, workload))
  const [first] = rights
  if (first === undefined || !rights.every(right => isLeaving(right, held, together))) return undefined
  const account = { namespace: workload.namespace, name: workload.serviceAccount }
  return {
    verdict: 'unknown',
    cause: {
      key: `ControllerForbidden/${account.namespace}/${account.name}/together/${held.ref.namespace ?? ''}`,
      code: 'ControllerForbidden',
      subject: { kind: 'ServiceAccount', ...account },
      finalizer,
      summary: `${workloadText(workload)} removes ${finalizer}, and what allows it to would be deleted as well.`,
      evidence: [
        { fact: `${first.binding} with ${first.role} lets it ${first.may}`, source: 'rolebindings' },
        readyEvidence(workload),
        { fact: 'the server does not say which of them goes first', source: 'order of deletion' },
      ],
      remedies: () => [
        toRepair(`delete what has finalizer ${finalizer} first, and ${first.binding} when that is gone`),
      ],
    },
  }
}

function isLeaving({ binding, role }: Holder, { ref }: Held, { hasNamed }: DeletedTogether): boolean {
  return [binding, role].some(text => {
    const [kind = '', name = ''] = text.toLowerCase().split('/')
    return hasNamed(kind, kind.startsWith('cluster') ? undefined : ref.namespace, name)
  })
}
