import {
  type BuiltinFinalizer,
  builtinFinalizer,
  FOREGROUND,
  NAMESPACE,
  ORPHAN,
  PV_PROTECTION,
  PVC_PROTECTION,
} from '../../api/builtin-finalizers.ts'
import { controllerManager } from '../controller-manager-lease.ts'
import { usersOf } from '../protections/users.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'

/** Rules say what these wait for; kube-controller-manager is awaited only when nothing of that is left. */
const WAIT_FOR_OBJECTS: ReadonlySet<string> = new Set([FOREGROUND, ORPHAN, NAMESPACE, PVC_PROTECTION, PV_PROTECTION])

/** Finalizers of a terminating object that only kube-controller-manager removes, whatever else they wait for. */
export function servedFinalizers({ ref, meta }: StuckObject): readonly BuiltinFinalizer[] {
  if (meta.deletionTimestamp === undefined) return []
  return (meta.finalizers ?? [])
    .map(name => builtinFinalizer(name, ref.resource))
    .filter(found => found?.servedBy === 'kube-controller-manager')
    .filter(found => found !== undefined && !WAIT_FOR_OBJECTS.has(found.name)) as readonly BuiltinFinalizer[]
}

/** Whether a protection protects nothing: it is known who could use the object, and nothing does. */
export function isUnprotecting(held: StuckObject, finalizer: string, context: RuleContext): boolean {
  const users = usersOf(held, finalizer, context)
  if (users === undefined) return false
  return users.known && users.objects.length === 0 && users.unreadable.length === 0
}

/**
 * Whether kube-controller-manager has to remove a finalizer, and it is down or nothing else is in its way: no other
 * controller needs to be searched for then.
 */
export function isLeftByManager(held: StuckObject, finalizer: string, context: RuleContext): boolean {
  if (!servedFinalizers(held).some(({ name }) => name === finalizer)) return false
  return controllerManager(context.facts).state === 'stale' || isUnprotecting(held, finalizer, context)
}
