import {
  type BuiltinFinalizer,
  builtinFinalizer,
  FOREGROUND,
  NAMESPACE,
  ORPHAN,
  PV_PROTECTION,
  PVC_PROTECTION,
} from '../../api/builtin-finalizers.ts'
import type { Held, RuleContext } from '../held.ts'
import { controllerManager } from './lease.ts'

/** Rules say what these wait for; kube-controller-manager is awaited only when nothing of that is left. */
const WAIT_FOR_OBJECTS: ReadonlySet<string> = new Set([FOREGROUND, ORPHAN, NAMESPACE, PVC_PROTECTION, PV_PROTECTION])

/** Finalizers of a terminating object that only a controller in kube-controller-manager takes off, whatever else they wait for. */
export function servedFinalizers({ ref, meta }: Held): readonly BuiltinFinalizer[] {
  if (meta.deletionTimestamp === undefined) return []
  return (meta.finalizers ?? [])
    .map(name => builtinFinalizer(name, ref.resource))
    .filter(found => found?.servedBy === 'kube-controller-manager')
    .filter(found => found !== undefined && !WAIT_FOR_OBJECTS.has(found.name)) as readonly BuiltinFinalizer[]
}

/** Whether a finalizer stays because kube-controller-manager is down: nobody else has to be searched for then. */
export function isLeftByManager(held: Held, finalizer: string, context: RuleContext): boolean {
  if (!servedFinalizers(held).some(({ name }) => name === finalizer)) return false
  return controllerManager(context.facts).state === 'stale'
}
