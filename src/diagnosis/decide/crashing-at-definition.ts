import { DEFINITIONS } from '../../api/definitions.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { wordsOf } from '../../statements/log/told.ts'
import { server } from '../../statements/words/server.ts'
import { type Case, removal } from '../dossier/dossier.ts'
import type { Logged } from '../dossier/log.ts'
import type { Blocker } from '../stuck-object.ts'
import { workloadText } from '../workloads/workloads.ts'

/**
 * A controller that crashes as the server refuses a create while a CRD is being deleted, where that of the object is,
 * which waits for the object: neither ends before the other (longhorn/longhorn#4258).
 */
export function crashingAtDefinition(holding: Blocker, found: Case, end: Logged | undefined): Blocker | undefined {
  const { held, context, finalizer } = found
  const { cause } = holding
  if (cause === undefined || holding.verdict !== 'stuck' || end === undefined) return undefined
  if (!server.has('definition closed', wordsOf(end.line).fact)) return undefined
  const definition = context.facts.read({ about: 'object', resource: DEFINITIONS, name: held.ref.resource })
  if (definition.state !== 'known' || definition.value.metadata.deletionTimestamp === undefined) return undefined
  const { name } = definition.value.metadata
  const of = { workload: workloadText(end.source.who.workload), finalizer, definition: name }
  return {
    ...holding,
    cause: {
      ...cause,
      key: `${cause.key}/definition/${name}`,
      summary: message('CrashesAtDefinition', of),
      evidence: [end.evidence, factFrom('customresourcedefinitions', 'DefinitionBeingDeleted', of), ...cause.evidence],
      remedies: (_blocks, direct) => {
        const last = removal(found, direct)
        return [{ ...last, summary: message('DefinitionGoesWithLast', { remove: last.summary, ...of }) }]
      },
    },
  }
}
