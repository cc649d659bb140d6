import { FOREGROUND, NAMESPACE } from '../../api/builtin-finalizers.ts'
import { specFinalizersOf } from '../../api/namespace-type.ts'
import type { KubeObject } from '../../api/object.ts'
import type { Step } from '../../plan/outcome.ts'
import type { Removal } from '../../plan/removal.ts'
import type { DiagnosedObject } from '../inspect/stuck-objects.ts'
import { planRemoval } from '../write/plan-removal.ts'
import { permissionOf } from '../write/write-run.ts'
import type { NamespaceRequest } from './request.ts'

/**
 * The removal, as by `remove`, of a Namespace's metadata.finalizers and of the other names in its spec before the end
 * of `kubernetes`; undefined: none but foregroundDeletion, which no second DELETE removes while `kubernetes` is there
 * too (kubernetes-deletion.md 2.1). `untried` leaves out the server's dry run. Answers a Step when the Namespace is
 * gone or could not be read.
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
  const reach = request.ports.aim
  const finalizers = { ...namespace, named, catalogue: await request.ports.catalogue(), untried, reach }
  const { transport, ports } = request
  return planRemoval(finalizers, { transport, permission: permissionOf(request), signal: ports.signal })
}
