import type { Words } from './template.ts'

interface Args {
  /** In which round of questions, from 1 on; `isForeseen`: of a preflight. */
  readonly FactsToRead: { readonly questions: number; readonly round: number; readonly isForeseen: boolean }
}

/** What is said of a look at a cluster: how far it is, and why a part of it is not known. */
export const readingWords = {
  UserInterrupted: 'the user interrupted',
  QuestionsEnded: 'it was not read before the questions ended',
  TypeSkipped: 'it is left out on purpose (--skip-types)',
  MayLoseRight: 'it may lose a right with {resource}/{binding}',
  InterruptedWhileExplaining: 'interrupted before everything was explained',
  TypesRead:
    'reading {typesRead:number}/{types:number} types, {objectsRead:number} objects, {terminating:number} terminating',
  FactsToRead: ({ questions, round, isForeseen }) =>
    `reading ${questions} more ${questions === 1 && !isForeseen ? 'fact' : 'facts'} (round ${round})`,
  ScanningAgain: 'scanning again in {seconds:number} s',
} as const satisfies Words<Args>
