import type { Nothing } from './nested.ts'

/** Those that name nothing. */
type Plain = Record<'InterruptedWhileExplaining' | 'UserInterrupted' | 'QuestionsEnded' | 'TypeSkipped', Nothing>

/** What is said of a look at a cluster: how far it is, and why a part of it is not known. */
export interface ReadingMessages extends Plain {
  readonly TypesRead: Readonly<Record<'typesRead' | 'types' | 'objectsRead' | 'terminating', number>>
  /** In which round of questions, from 1 on; `isForeseen`: of a preflight. */
  readonly FactsToRead: { readonly questions: number; readonly round: number; readonly isForeseen: boolean }
  readonly MayLoseRight: { readonly resource: string; readonly binding: string }
  readonly ScanningAgain: { readonly seconds: number }
}
