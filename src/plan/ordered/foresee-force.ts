import { JOB_TRACKING } from '../../api/builtin-finalizers.ts'
import { diagnose } from '../../diagnosis/diagnose.ts'
import { asIfDeleted } from '../../diagnosis/prospect.ts'
import { controller } from '../../diagnosis/rules/controller.ts'
import type { RuleContext, StuckObject } from '../../diagnosis/stuck-object.ts'
import type { FinalizerSubject, Refusal } from '../guard.ts'
import type { Reach } from '../reach.ts'
import { judge, type Permission } from '../removal.ts'

/**
 * The guards that would keep forceDelete from removing a finalizer, were its object deleted now and not gone by itself.
 * undefined where that cannot be told: the server is asked about the patch only then.
 */
export function foreseeForce(
  held: StuckObject,
  finalizer: string,
  context: RuleContext,
  permission: Permission,
  reach: Reach,
): readonly Refusal[] | undefined {
  // It depends on a Job, which is not looked at here.
  if (finalizer === JOB_TRACKING) return undefined
  const deleted = asIfDeleted(held, finalizer, context)
  const { direct } = diagnose([deleted], context, [controller])
  const { ref, type, meta, owners } = deleted
  const subject: FinalizerSubject = {
    ref,
    object: { apiVersion: ref.apiVersion, kind: type.kind, metadata: meta },
    finalizer,
    field: 'metadata',
    owners,
    known: context.catalogue.find(finalizer, ref.resource),
    causes: direct.get(ref.uid) ?? [],
    probe: undefined,
    reach,
  }
  return judge(subject, permission).refusals
}
