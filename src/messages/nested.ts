/** A sentence may be among the arguments of a message. */
export type { Sentence } from '../api/sentence.ts'

/** What a message has that names nothing. */
export type Nothing = Record<never, never>

/** Names that are told, and how many more there are. */
export interface Names {
  readonly named: readonly string[]
  readonly more: number
}

/** Names and other texts of the cluster, by what they are. */
export type Texts<Whats extends string> = Readonly<Record<Whats, string>>

/** Such as may not be told. */
export type Perhaps<Whats extends string> = Readonly<Partial<Record<Whats, string | undefined>>>
