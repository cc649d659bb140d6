import { trueCondition } from '../../api/condition.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'

/** Why a terminating CRD could not be emptied, by its Terminating condition; undefined when it says nothing. */
export function definitionProblem({ ref }: StuckObject, { facts }: RuleContext): string | undefined {
  const found = facts.read({ about: 'object', resource: ref.resource, name: ref.name })
  if (found.state !== 'known' || found.value.metadata.uid !== ref.uid) return undefined
  return trueCondition(found.value, 'Terminating')?.message
}
