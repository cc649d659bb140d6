import type { Evidence } from '../explanation.ts'
import type { Held, RuleContext } from '../held.ts'
import { probeOf } from './probe.ts'

/** That nothing is known of what the server says to the removal, where too many others were tried; else none. */
export function untriedEvidence(held: Held, context: RuleContext): readonly Evidence[] {
  const after = probeOf(held, context)?.untriedAfter
  if (after === undefined) return []
  const fact = `its removal was not tried by a dry run: ${after} others came first; explain it by name`
  return [{ fact, source: 'dry run' }]
}
