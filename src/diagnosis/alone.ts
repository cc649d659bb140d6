import type { RuleContext, StuckObject } from './stuck-object.ts'

/** For a look at one object by itself: nothing is said of what is terminating, only who would act is asked. */
export function alone(
  held: StuckObject,
  facts: RuleContext['facts'],
  catalogue: RuleContext['catalogue'],
): RuleContext {
  return {
    facts,
    catalogue,
    asked: [held],
    terminating: new Map(),
    unreadable: [],
    contentOf: () => ({ held: [], complete: false }),
  }
}
