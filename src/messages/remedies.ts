import type { Sentence } from './nested.ts'

/** What is said around a remedy that is made of another one. */
export interface RemedyMessages {
  readonly ManagerFirst: { readonly next: Sentence }
  readonly StartServing: { readonly names: string; readonly what: Sentence; readonly by: Sentence }
}
