import { readFilter } from '../../commandline/scope-flags.ts'
import { UsageError } from '../../exit-code.ts'
import { lookAt } from '../../operations/explain/look-at.ts'
import { readAsked } from '../../operations/inspect/asked.ts'
import { EVERYTHING } from '../../operations/inspect/inspect-cluster.ts'
import type { Session } from '../../operations/ports.ts'
import { notesOn } from '../../render/commentary.ts'
import { formatCauses } from '../../render/explanation.ts'
import { explanationObject } from '../../render/explanation-json.ts'
import { formatFailure } from '../../render/failure.ts'
import { worded } from '../../render/words/explanation.ts'
import { causesOnly, finalizer, namespace, objects, olderThan, selector } from './properties.ts'
import { type Arguments, type Desk, namespaceOf, type Told, type Tool } from './tool.ts'

/** What `explain` and `recording` take. */
export const explained = { namespace, objects, finalizer, olderThan, selector, causesOnly }

export const explainTool: Tool = {
  name: 'explain',
  title: 'Explain why objects stay in Terminating',
  description:
    'Explains why objects are stuck in deletion: the chain down to the root causes, each with its code, verdict, evidence and the commands that repair it. Without objects: all that is terminating in the namespace or the cluster.',
  properties: explained,
  required: [],
  call: async (given, desk) => explainIn(await desk.connect(), given, desk),
}

/** Explains what a call asks for, of this cluster or recording. Rejects as a call does. */
export async function explainIn(session: Session, given: Arguments, desk: Desk): Promise<Told> {
  const asked = readAsked(given.objects ?? [], 'explain')
  const filter = (['selector', 'finalizer', 'olderThan'] as const).find(name => given[name] !== undefined)
  if (asked.kind === 'names' && filter !== undefined)
    throw new UsageError(`objects and ${filter} may not be used together`)
  const where = namespaceOf(given, desk)
  const options = {
    ...EVERYTHING,
    asked,
    namespace: where,
    keeps: readFilter({ finalizer: given.finalizer, 'older-than': given.olderThan }),
    selector: given.selector,
  }
  const {
    explanation: found,
    read,
    failures,
  } = await lookAt(options, { ...session, namespace: where ?? session.namespace }, desk.context)
  const explanation = worded(found)
  return {
    answer: given.causesOnly ? formatCauses(explanation) : explanationObject(explanation),
    notes: [...notesOn(read), ...failures.map(formatFailure)],
  }
}
