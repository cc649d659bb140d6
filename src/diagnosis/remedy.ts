import type { Sentence } from '../messages/sentence.ts'
import type { Remedy } from './explanation.ts'

/** Ends what holds the object, so that its controller goes on by itself. Nothing that is removed by force. */
export function toRepair(
  summary: Sentence,
  commands: readonly string[] = [],
  risk: Remedy['risk'] = 'none',
  leaks: readonly Sentence[] = [],
): Remedy {
  return { kind: 'repair', summary, commands, risk, leaks }
}

/** Changes nothing: shows what decides about the other remedies. */
export function toInspect(summary: Sentence, commands: readonly string[] = []): Remedy {
  return { kind: 'inspect', summary, commands, risk: 'none', leaks: [] }
}

/** It ends by itself; the commands show how far it is. */
export function toWait(summary: Sentence, commands: readonly string[] = []): Remedy {
  return { kind: 'wait', summary, commands, risk: 'none', leaks: [] }
}

/** Removes what waits without what it waits for; `leaks` stays behind outside of the cluster. */
export function toRemove(
  summary: Sentence,
  commands: readonly string[],
  risk: Remedy['risk'],
  leaks: readonly Sentence[] = [],
): Remedy {
  return { kind: 'remove', summary, commands, risk, leaks }
}
