import { FOREGROUND, NAMESPACE } from '../api/builtin-finalizers.ts'
import type { RemovalAnswer } from '../api/fact.ts'
import { specFinalizersOf } from '../api/namespace-type.ts'
import type { KubeObject } from '../api/object.ts'
import { refusedAnswer } from '../api/refused-answer.ts'
import type { ResourceType } from '../api/resource-type.ts'
import { dryRunRemoval } from '../cluster/dry-run-removal.ts'
import type { Transport } from '../cluster/transport/transport.ts'
import { rejectionOf } from '../diagnosis/admission/rejection.ts'
import type { Probe } from '../plan/guard.ts'
import { deleteObject, putFinalize } from './requests.ts'

/**
 * What the server would say to taking these finalizers off the object as it is in `object`, by dry runs of just the
 * requests that would be sent. Rejects with ApiFailure when it cannot be asked.
 */
export async function probeRemoval(
  transport: Transport,
  type: ResourceType,
  object: KubeObject,
  finalizers: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Probe>> {
  const probes = new Map<string, Probe>()
  const patched = finalizers.filter(name => name !== FOREGROUND)
  if (patched.length > 0) {
    const probe = probeFrom(await dryRunRemoval(transport, type, object.metadata, patched, signal))
    for (const name of patched) probes.set(name, probe)
  }
  if (finalizers.includes(FOREGROUND)) probes.set(FOREGROUND, await probeRelease(transport, type, object))
  return probes
}

async function probeRelease(transport: Transport, type: ResourceType, object: KubeObject): Promise<Probe> {
  // The server answers 200 to a further DELETE of such a Namespace, and does nothing (kubernetes-deletion.md 2.1).
  const unmoved = object.kind === 'Namespace' && specFinalizersOf(object).includes(NAMESPACE)
  if (unmoved) return { accepted: true, finalizersLeft: [FOREGROUND] }
  try {
    await deleteObject(type, object, 'Background', { transport, dryRun: true })
    return { accepted: true, finalizersLeft: [] }
  } catch (error) {
    return probeFrom(refusedAnswer(error))
  }
}

/** What the server would say to the end of a Namespace by force, by a dry run. Rejects with ApiFailure when it cannot be asked. */
export async function probeFinalize(transport: Transport, namespace: KubeObject): Promise<Probe> {
  try {
    const { metadata } = await putFinalize(namespace, { transport, dryRun: true })
    return { accepted: true, finalizersLeft: metadata.finalizers ?? [] }
  } catch (error) {
    return probeFrom(refusedAnswer(error))
  }
}

/** A server's answer to a dry run as the guards look at it. */
export function probeFrom(answer: RemovalAnswer): Probe {
  if (answer.accepted) return answer
  const { code, causes, message } = answer
  const rejection = rejectionOf(answer)
  return {
    accepted: false,
    code,
    rejection,
    message: message || `the server answered ${code}`,
    // What a patch or PUT for a state that is past is answered with (kubernetes-deletion.md 1.5).
    ofPast: rejection.by === 'something else' && (code === 409 || (code === 422 && causes.length === 0)),
  }
}
