import { NAMESPACE } from '../api/builtin-finalizers.ts'
import { formatExactJson } from '../api/exact-json.ts'
import { NAMESPACE_TYPE, specFinalizersOf } from '../api/namespace-type.ts'
import type { KubeObject } from '../api/object.ts'
import { objectPath } from '../api/path.ts'
import { refusedAnswer } from '../api/refused-answer.ts'
import { FIELD_MANAGER } from '../api/removal-patch.ts'
import { readKubeObject } from '../cluster/read-object.ts'
import type { Transport } from '../cluster/transport/transport.ts'
import type { Probe } from './guard.ts'
import { probeFrom } from './probe-removal.ts'

/** The path of the one request that changes spec.finalizers. */
export function finalizePath(name: string): string {
  return `${objectPath(NAMESPACE_TYPE, name)}/finalize`
}

/**
 * Takes `kubernetes`, and nothing else, off just this state of a Namespace: the PUT replaces all of its metadata, so the
 * whole object goes back, and its uid and resourceVersion are preconditions (kubernetes-deletion.md 2.2). Answers the
 * Namespace as it then is. Rejects with ApiFailure: 409 for another state.
 */
export async function putFinalize(
  transport: Transport,
  namespace: KubeObject,
  { dryRun }: { readonly dryRun: boolean },
): Promise<KubeObject> {
  const finalizers = specFinalizersOf(namespace).filter(name => name !== NAMESPACE)
  return readKubeObject(transport, {
    method: 'PUT',
    path: finalizePath(namespace.metadata.name),
    query: { fieldManager: FIELD_MANAGER, ...(dryRun && { dryRun: 'All' }) },
    headers: { 'content-type': 'application/json' },
    body: formatExactJson({ ...namespace, spec: { ...(namespace.spec as object), finalizers } }),
  })
}

/** What the server would say to it, by a dry run. Rejects with ApiFailure when it cannot be asked. */
export async function probeFinalize(transport: Transport, namespace: KubeObject): Promise<Probe> {
  try {
    const { metadata } = await putFinalize(transport, namespace, { dryRun: true })
    return { accepted: true, finalizersLeft: metadata.finalizers ?? [] }
  } catch (error) {
    return probeFrom(refusedAnswer(error))
  }
}
