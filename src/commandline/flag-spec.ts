import type { Completes } from './completes.ts'

/** One flag of a command, as data: the parser, the help and the completion are made from it. */
export interface FlagSpec {
  /** `list` may be given more than once. */
  readonly type: 'string' | 'boolean' | 'list'
  readonly alias?: string
  readonly describe: string
  /** A second one is a usage error, which says this; else the last counts. */
  readonly once?: string
  /** The flag may stand without a value, which then is "". A value needs `=`. */
  readonly bare?: true
  /** How its value is completed; without it the value is free text. */
  readonly completes?: Completes
}

export type FlagSpecs = Readonly<Record<string, FlagSpec>>

type FlagValue<Spec extends FlagSpec> = Spec['type'] extends 'boolean'
  ? boolean | undefined
  : Spec['type'] extends 'list'
    ? readonly string[]
    : string | undefined

/** What the user gave: a flag that was not given is undefined, a list then is empty. */
export type Flags<Specs extends FlagSpecs> = { readonly [Name in keyof Specs]: FlagValue<Specs[Name]> }
