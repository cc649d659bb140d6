import { FOREGROUND, NAMESPACE } from '../api/builtin-finalizers.ts'
import type { RemovalAnswer } from '../api/fact.ts'
import { specFinalizersOf } from '../api/namespace-type.ts'
import type { KubeObject } from '../api/object.ts'
import { refusedAnswer } from '../api/refused-answer.ts'
import type { ResourceType } from '../api/resource-type.ts'
import type { Finalizer } from '../api/terminating.ts'
import { dryRunRemoval } from '../cluster/dry-run-removal.ts'
import type { Transport } from '../cluster/transport/transport.ts'
import { message } from '../messages/sentence.ts'
import type { Probe } from '../plan/guard.ts'
import { rejectionOf } from '../statements/rejection.ts'
import { deleteObject, putFinalize } from './requests.ts'

/**
 * What the server would say to taking these finalizers off the object as it is in `object`, by dry runs of just the
 * requests that would be sent. Rejects with ApiFailure when it cannot be asked.
 */
export async function probeRemoval(
  transport: Transport,
  type: ResourceType,
  object: KubeObject,
  finalizers: readonly Finalizer[],
  signal: AbortSignal,
): Promise<Probes> {
  const probes = new Map<string, Probe>()
  const namesIn = (wanted: Finalizer['field']) =>
    finalizers.flatMap(({ name, field }) => (field === wanted ? [name] : []))
  const [inMetadata, inSpec] = [namesIn('metadata'), namesIn('spec')]
  const patched = inMetadata.filter(name => name !== FOREGROUND)
  if (patched.length > 0) {
    const probe = probeFrom(await dryRunRemoval(transport, type, object.metadata, patched, signal))
    for (const name of patched) probes.set(probeKey({ name, field: 'metadata' }), probe)
  }
  if (inMetadata.includes(FOREGROUND))
    probes.set(probeKey({ name: FOREGROUND, field: 'metadata' }), await probeRelease(transport, type, object))
  // Another key of the spec is never taken off by this: the guard for it refuses before the server is asked.
  const put = inSpec.filter(name => name !== NAMESPACE)
  if (put.length > 0) {
    const probe = await probed(async () =>
      specFinalizersOf(await putFinalize(object, put, { transport, dryRun: true })),
    )
    for (const name of put) probes.set(probeKey({ name, field: 'spec' }), probe)
  }
  return probes
}

/** What the server said of each finalizer, by `probeKey`: one name may stand in both lists of a Namespace. */
export type Probes = ReadonlyMap<string, Probe>

export function probeKey({ name, field }: Finalizer): string {
  return `${field} ${name}`
}

function probeRelease(transport: Transport, type: ResourceType, object: KubeObject): Promise<Probe> {
  return probed(async () => {
    // The server answers 200 to a further DELETE of such a Namespace, and does nothing (kubernetes-deletion.md 2.1).
    if (object.kind === 'Namespace' && specFinalizersOf(object).includes(NAMESPACE)) return [FOREGROUND]
    await deleteObject(type, object, 'Background', { transport, dryRun: true })
    return []
  })
}

/** The server's answer to a dry run of /finalize for a Namespace. Rejects with ApiFailure when it cannot be asked. */
export function probeFinalize(transport: Transport, namespace: KubeObject): Promise<Probe> {
  return probed(async () => {
    const { metadata } = await putFinalize(namespace, [NAMESPACE], { transport, dryRun: true })
    return metadata.finalizers ?? []
  })
}

/** `left` sends a dry run, and answers the finalizers that are left then. */
async function probed(left: () => Promise<readonly string[]>): Promise<Probe> {
  try {
    return { accepted: true, finalizersLeft: await left() }
  } catch (error) {
    return probeFrom(refusedAnswer(error))
  }
}

/** A server's answer to a dry run as the guards look at it. */
export function probeFrom(answer: RemovalAnswer): Probe {
  if (answer.accepted) return answer
  const { code, causes } = answer
  const rejection = rejectionOf(answer)
  return {
    accepted: false,
    code,
    rejection,
    message: answer.message || message('ServerAnswered', { code }),
    // What a patch or PUT for a state that is past is answered with (kubernetes-deletion.md 1.5).
    ofPast: rejection.by === 'something else' && (code === 409 || (code === 422 && causes.length === 0)),
  }
}
