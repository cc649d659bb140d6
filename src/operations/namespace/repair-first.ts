import { readNamespaceContent } from '../../cluster/namespace-content.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import type { Cause } from '../../diagnosis/explanation.ts'
import { message } from '../../messages/sentence.ts'
import { mendableOf } from '../../plan/guards/repair-first.ts'
import { judgeEnd } from '../../plan/namespace-end.ts'
import { type Step, stepOf } from '../../plan/outcome.ts'
import { refusedBy } from '../../plan/refused-steps.ts'
import type { DiagnosedObject } from '../inspect/stuck-objects.ts'
import { permissionOf } from '../write/write-run.ts'
import type { Inspection } from './inspection.ts'
import { planOwn } from './plan-own.ts'
import { removableFrom } from './removable.ts'
import type { NamespaceRequest } from './request.ts'

/**
 * The first rung: while something that can be repaired stops the namespace controller, nothing else is begun; undefined
 * when nothing does, or when --override passes it. The refusal names all that would refuse the last rung too.
 */
export async function refusedUntilRepaired(
  namespace: DiagnosedObject,
  inspection: Inspection,
  request: NamespaceRequest,
): Promise<Step | undefined> {
  const { ref, type } = namespace.held
  const causes = stoppersOf(namespace, inspection)
  if (causes.length === 0 || request.options.overrides.has('RepairFirst')) return undefined
  const step: Pick<Step, 'ref' | 'action'> = { ref, action: 'FinalizeNamespace' }
  const { transport, name, ports } = request
  const object = await readWhole(transport, type, ref, ports.signal)
  if (object?.metadata.uid !== ref.uid) return { ...step, result: 'gone', message: message('DeletedMeanwhile') }
  const content = await readNamespaceContent(transport, name, ports.signal)
  // The next rung would deal with these.
  const removable = new Set(
    inspection.stuck.filter(each => removableFrom(each, request).length > 0).map(each => each.held.ref.uid),
  )
  const left = { ...content, objects: content.objects.filter(each => !removable.has(each.ref.uid)) }
  const planned = await planOwn(namespace, object, request, { untried: true })
  const own = planned !== undefined && 'judged' in planned ? planned.judged : []
  const { refusals } = judgeEnd(
    { ref, object, content: left, causes, own, probe: undefined, reach: ports.aim },
    permissionOf(request),
  )
  const stranded = left.objects.length === 0 ? undefined : left.objects.map(each => each.ref)
  return stepOf({ ...step, stranded }, { ...refusedBy(refusals), guard: 'RepairFirst' })
}

/** What stops the namespace controller, and can be repaired. */
export function stoppersOf(
  { causes: direct }: Pick<DiagnosedObject, 'causes'>,
  { causes }: Inspection,
): readonly Cause[] {
  const ids = new Set(direct.map(({ cause }) => cause.id))
  return mendableOf(causes).filter(({ id, code }) => ids.has(id) || code === 'ControllerManagerDown')
}
