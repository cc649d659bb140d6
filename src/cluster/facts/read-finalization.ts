import { formatExactJson } from '../../api/exact-json.ts'
import type { Query, RemovalAnswer } from '../../api/fact.ts'
import { finalizePath, NAMESPACE_TYPE, specFinalizersOf, withoutInSpec } from '../../api/namespace-type.ts'
import type { KubeObject } from '../../api/object.ts'
import { objectPath } from '../../api/path.ts'
import { refusedAnswer } from '../../api/refused-answer.ts'
import { FIELD_MANAGER } from '../../api/removal-patch.ts'
import { readKubeObject } from '../read-object.ts'
import type { FactSource } from './fact-source.ts'

/** A Namespace that is written to all the time is asked about so often: each PUT is for one state of it. */
const TRIES = 3

/**
 * Asks the server, by a dry run, how it would answer the PUT of /finalize that removes these names from the spec of the
 * Namespace, as its controller sends it; undefined when it is gone, or another one has its name by now. A refusal is an
 * answer; rejects with ApiFailure only where the server cannot be asked.
 */
export async function readFinalization(
  { transport, signal }: FactSource,
  { name, uid, finalizers }: Extract<Query, { about: 'finalization' }>,
): Promise<RemovalAnswer | undefined> {
  for (let tries = 1; ; tries++) {
    const path = objectPath(NAMESPACE_TYPE, name)
    const namespace = await readKubeObject(transport, { method: 'GET', path, signal })
    if (namespace.metadata.uid !== uid) return undefined
    const answer = await dryRunFinalize(withoutInSpec(namespace, finalizers), { transport, signal })
    if (answer.accepted || answer.reason !== 'Conflict' || tries === TRIES) return answer
  }
}

async function dryRunFinalize(
  namespace: KubeObject,
  { transport, signal }: Pick<FactSource, 'transport' | 'signal'>,
): Promise<RemovalAnswer> {
  try {
    const answer = await readKubeObject(transport, {
      method: 'PUT',
      path: finalizePath(namespace.metadata.name),
      query: { dryRun: 'All', fieldManager: FIELD_MANAGER },
      headers: { 'content-type': 'application/json' },
      body: formatExactJson(namespace),
      signal,
    })
    return { accepted: true, finalizersLeft: specFinalizersOf(answer) }
  } catch (error) {
    return refusedAnswer(error)
  }
}
