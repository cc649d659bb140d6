import { factFrom } from '../../messages/sentence.ts'
import type { Evidence } from '../explanation.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import { probeOf } from './probe.ts'

/** That nothing is known of what the server says to the removal, where it was not tried; else none. */
export function untriedEvidence(held: StuckObject, context: RuleContext): readonly Evidence[] {
  const after = probeOf(held, context)?.untriedAfter
  if (after === undefined) return []
  return [factFrom('dry run', 'RemovalNotProbed', { after })]
}
