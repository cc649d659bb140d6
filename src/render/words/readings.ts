import type { ReadingMessages } from '../../messages/readings.ts'
import type { WordsFor } from './words-for.ts'

export const readingWords: WordsFor<ReadingMessages> = {
  InterruptedWhileExplaining: () => 'interrupted before everything was explained',
  TypesRead: ({ typesRead, types, objectsRead, terminating }) =>
    `reading ${typesRead}/${types} types, ${objectsRead} objects, ${terminating} terminating`,
  FactsToRead: ({ questions, round, isForeseen }) =>
    `reading ${questions} more ${questions === 1 && !isForeseen ? 'fact' : 'facts'} (round ${round})`,
  ScanningAgain: ({ seconds }) => `scanning again in ${seconds} s`,
}
