import { diagnoseInSteps as real } from '../../../src/diagnosis/diagnose.ts'
import { begun } from './begun.ts'

/** The same, which remembers what it was asked. */
export const diagnoseInSteps: typeof real = (held, context, rules) => {
  begun.set(context.facts, { ...context, asked: held })
  return real(held, context, rules)
}
