import { FOREGROUND, NAMESPACE } from '../../api/builtin-finalizers.ts'
import { specFinalizersOf } from '../../api/namespace-type.ts'
import type { KubeObject } from '../../api/object.ts'
import { reachBy } from '../../plan/aim.ts'
import type { Step } from '../../plan/outcome.ts'
import type { Removal } from '../../plan/removal.ts'
import type { DiagnosedObject } from '../inspect/stuck-objects.ts'
import { permissionOf } from '../write/permission.ts'
import { planRemoval } from '../write/plan-removal.ts'
import type { NamespaceRequest } from './request.ts'

/**
 * The removal of a Namespace's own metadata.finalizers, and of the other names in its spec, before the end of `kubernetes`, as `remove`
 * would plan it; undefined: it has none but foregroundDeletion, which no second DELETE takes off as long as `kubernetes` holds it too
 * (kubernetes-deletion.md 2.1). `untried` leaves the server's dry run out. Answers a Step when the Namespace went
 * meanwhile, or could not be read.
 */
export async function planOwn(
  namespace: DiagnosedObject,
  object: KubeObject,
  request: NamespaceRequest,
  { untried = false }: { readonly untried?: boolean } = {},
): Promise<Removal | Step | undefined> {
  const inSpec = specFinalizersOf(object).filter(name => name !== NAMESPACE)
  const named = [...(object.metadata.finalizers ?? []).filter(name => name !== FOREGROUND), ...inSpec]
  if (named.length === 0) return undefined
  const reach = reachBy(request.ports.aim)
  const finalizers = { ...namespace, named, catalogue: await request.ports.catalogue(), untried, reach }
  return planRemoval(request.transport, finalizers, permissionOf(request.options, request.ports), request.ports.signal)
}
