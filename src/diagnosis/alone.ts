import type { RuleContext, StuckObject } from './stuck-object.ts'

/** For a look at one object by itself: nothing is said of what is terminating, only who would act is asked. */
export function alone(held: StuckObject, ...of: [RuleContext['facts'], RuleContext['catalogue']]): RuleContext {
  const [facts, catalogue] = of
  const contentOf = () => ({ held: [], complete: false })
  return { facts, catalogue, asked: [held], terminating: new Map(), unreadable: [], contentOf }
}
