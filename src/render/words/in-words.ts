import type { Sentence } from '../../messages/nested.ts'
import type { MessageCode, Messages } from '../../messages/sentence.ts'
import { absenceWords } from './absence.ts'
import { cleanupWords } from './cleanup.ts'
import { controllerWords } from './controller.ts'
import { drainWords } from './drains.ts'
import { leaderWords } from './leaders.ts'
import { listenerWords } from './listeners.ts'
import { logWords } from './logs.ts'
import { missingControllerWords } from './missing-controller.ts'
import { pauseWords } from './pauses.ts'
import { planWords } from './plan.ts'
import { referenceWords } from './references.ts'
import { remedyWords } from './remedies.ts'
import { rightWords } from './rights.ts'
import { scopeWords } from './scope.ts'
import { silenceWords } from './silence.ts'
import { successorWords } from './successors.ts'
import { unhealthyControllerWords } from './unhealthy-controller.ts'
import { userWords } from './users.ts'
import { volumeWords } from './volumes.ts'
import type { WordsFor } from './words-for.ts'
import { workloadWords } from './workloads.ts'

const WORDS: WordsFor<Messages> = {
  ...userWords,
  ...workloadWords,
  ...listenerWords,
  ...controllerWords,
  ...absenceWords,
  ...silenceWords,
  ...unhealthyControllerWords,
  ...successorWords,
  ...scopeWords,
  ...rightWords,
  ...referenceWords,
  ...pauseWords,
  ...missingControllerWords,
  ...logWords,
  ...leaderWords,
  ...drainWords,
  ...cleanupWords,
  ...planWords,
  ...remedyWords,
  ...volumeWords,
}

/** The sentence in English. A code that another version of this program wrote in a journal is told as it is, with what it names. */
export function inWords(sentence: Sentence): string {
  if (typeof sentence === 'string') return sentence
  const words = WORDS[sentence.code as MessageCode] as WordsFor<Messages>[MessageCode] | undefined
  return words?.(sentence.args as never, inWords) ?? `${sentence.code} ${JSON.stringify(sentence.args)}`
}
