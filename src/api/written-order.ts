import type { ObjectMeta } from './object.ts'
import type { Sentence } from './sentence.ts'

/** An object that is deleted with others, as an order is read from it. */
export interface OrderedObject {
  readonly kind: string
  readonly group: string
  readonly meta: ObjectMeta
  /** Where it was read. */
  readonly spec?: unknown
}

/** Objects that somebody wants to be deleted one step after another. Nothing proves that it has to be so. */
export type WrittenOrder = readonly WrittenStep[]

export interface WrittenStep {
  readonly uids: readonly string[]
  /** Who has it before the steps that follow, and in which words. */
  readonly says: Sentence
}

/** What stands for each object in an order that is read from a set. */
export type OrderReader = (objects: readonly OrderedObject[]) => readonly WrittenOrder[]
