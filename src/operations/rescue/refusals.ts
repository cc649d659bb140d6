import { NAMESPACE_TYPE } from '../../api/namespace-type.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import type { Cause } from '../../diagnosis/explanation.ts'
import { isAtWork } from '../../diagnosis/policy.ts'
import { message } from '../../messages/sentence.ts'
import type { Refusal } from '../../plan/guard.ts'
import type { Rescue, Saved } from '../../plan/rescue/rescue.ts'
import type { QueryName } from '../inspect/asked.ts'
import { EVERYTHING } from '../inspect/look.ts'
import { type DiagnosedObject, findStuck, type Where } from '../inspect/stuck-objects.ts'
import type { Ports } from '../ports.ts'
import type { Controllers } from './find-controllers.ts'

/** Nothing is saved that is not being deleted. */
export const NOT_DELETED: Refusal = { guard: 'NotTerminating', why: message('NothingToRescue') }

/** Why the object is still there, as `explain` says it. */
export async function causesOf(asked: QueryName, where: Where, ports: Ports): Promise<readonly Cause[]> {
  const wanted = {
    ...EVERYTHING,
    asked: { kind: 'names', names: [asked] } as const,
    namespace: undefined,
    everywhere: false,
  }
  const { objects, causes } = await findStuck(wanted, where, ports)
  const ids = new Set(objects.flatMap(({ explained }: DiagnosedObject) => explained.causes))
  return causes.filter(({ id }) => ids.has(id))
}

/** What works on the deletion and is not stopped by the plan; what may, as long as nobody knows. */
export function refusalsOf(
  causes: readonly Cause[],
  controllers: readonly Saved[],
  search: Pick<Controllers, 'found' | 'isPartial'> | undefined,
): readonly Refusal[] {
  return causes.flatMap((cause): readonly Refusal[] => {
    const { code, summary } = cause
    const names = cause.finalizers ?? (cause.finalizer === undefined ? [] : [cause.finalizer])
    const isStopped = controllers.length > 0 && names.every(name => search?.found.has(name))
    if (code === 'ControllerUnknown') {
      // Of a CronJob nothing need run now, which explains nothing: it is stopped all the same.
      if (isStopped && names.length > 0 && !search?.isPartial) return []
      const instead = message('StopControllerFirst')
      return [{ guard: 'ControllerUnknown', why: summary, instead, cause: cause.id }]
    }
    if (!isAtWork(cause) || isStopped) return []
    const instead = message('StopItFirst')
    return [{ guard: 'ControllerAlive', why: summary, instead, cause: cause.id }]
  })
}

/** Why nothing can be recreated there; undefined: it can. Rejects with ApiFailure where a namespace is unreadable. */
export async function terminatingNamespace({ units }: Rescue, transport: Transport): Promise<Refusal | undefined> {
  for (const name of new Set(units.flatMap(({ object }) => object.metadata.namespace ?? []))) {
    const found = await readWhole(transport, NAMESPACE_TYPE, { name })
    if (found !== undefined && found.metadata.deletionTimestamp === undefined) continue
    const why = message('NamespaceTakesNone', { name, isGone: found === undefined })
    return { guard: 'WouldBeRejected', why, instead: message('RescueNamespace', { name }), final: true }
  }
  return undefined
}
