import type { ReadingMessages } from '../../messages/readings.ts'
import type { WordsFor } from './words-for.ts'

export const readingWords: WordsFor<ReadingMessages> = {
  UserInterrupted: () => 'the user interrupted',
  QuestionsEnded: () => 'it was not read before the questions ended',
  TypeSkipped: () => 'it is left out on purpose (--skip-types)',
  MayLoseRight: ({ resource, binding }) => `it may lose a right with ${resource}/${binding}`,
  InterruptedWhileExplaining: () => 'interrupted before everything was explained',
  TypesRead: ({ typesRead, types, objectsRead, terminating }) =>
    `reading ${typesRead}/${types} types, ${objectsRead} objects, ${terminating} terminating`,
  FactsToRead: ({ questions, round, isForeseen }) =>
    `reading ${questions} more ${questions === 1 && !isForeseen ? 'fact' : 'facts'} (round ${round})`,
  ScanningAgain: ({ seconds }) => `scanning again in ${seconds} s`,
}
