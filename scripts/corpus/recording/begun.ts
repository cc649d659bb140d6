import type { Facts } from '../../../src/diagnosis/facts.ts'
import type { RuleContext } from '../../../src/diagnosis/stuck-object.ts'

/** What a diagnosis was given, by its facts. */
export const begun = new WeakMap<Facts, RuleContext>()
