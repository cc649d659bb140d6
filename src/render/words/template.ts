import type { Sentence } from '../../api/sentence.ts'

/** A sentence may be among the arguments of a message. */
export type { Sentence } from '../../api/sentence.ts'

/** Names that are told, and how many more there are. */
export interface Names {
  readonly named: readonly string[]
  readonly more: number
}

/** Names and other texts of the cluster, by what they are. */
export type Texts<Whats extends string> = Readonly<Record<Whats, string>>

/** Such as may not be told. */
export type Perhaps<Whats extends string> = Readonly<Partial<Record<Whats, string | undefined>>>

export type InWords = (sentence: Sentence) => string

/**
 * The text of each sentence of a subject, by its code: a template, or a function of what its file has under `Args`. A
 * template has a place for each thing that it names, a text (`{name}`) or another: `{count:number}`, `{why:sentence}`,
 * `{types:list}`, `{objects:names}`. The place of a truth has what is told where it holds, and where not:
 * `{isSure?is|may be}`. What stands in brackets is left out where a thing in it is not known: `it exists[, uid {uid}]`.
 */
export type Words<Args = Record<never, never>> = {
  readonly [Code in keyof Args]: (args: Args[Code], inWords: InWords) => string
} & { readonly [code: string]: Text }

export type Text = string | ((args: never, inWords: InWords) => string)

/** What each sentence of a table names. */
export type ArgsIn<Table> = { readonly [Code in keyof Table]: ArgsOf<Table[Code]> }

type ArgsOf<Text> = Text extends string
  ? { readonly [Place in PlacesOf<Outside<Text>> as NameOf<Place>]: ValueOf<Place> } & {
      readonly [Place in PlacesOf<Inside<Text>> as NameOf<Place>]?: ValueOf<Place> | undefined
    }
  : Text extends (args: infer Args, inWords: InWords) => string
    ? Args
    : never

type Outside<Text extends string> = Text extends `${infer Before}[${string}]${infer After}`
  ? `${Before}${Outside<After>}`
  : Text

type Inside<Text extends string> = Text extends `${string}[${infer Part}]${infer After}` ? Part | Inside<After> : never

type PlacesOf<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? Place | PlacesOf<Rest>
  : never

type NameOf<Place extends string> = Place extends `${infer Name}?${string}`
  ? Name
  : Place extends `${infer Name}:${string}`
    ? Name
    : Place

type ValueOf<Place extends string> = Place extends `${string}?${string}`
  ? boolean
  : Place extends `${string}:${infer Kind extends keyof Kinds}`
    ? Kinds[Kind]
    : string

interface Kinds {
  readonly number: number
  readonly sentence: Sentence
  readonly list: readonly string[]
  readonly names: Names
}

const BRACKETS = /\[([^\]]{0,999})\]/g
const PLACE = /\{(\w{1,40})(?::(\w{1,40})|\?([^|}]{0,200})(?:\|([^}]{0,200}))?)?\}/g

/** The text about these things. */
export function textAbout(text: Text, args: object, inWords: InWords): string {
  if (typeof text === 'function') return text(args as never, inWords)
  const values = args as Readonly<Record<string, unknown>>
  const isKnown = (part: string): boolean => [...part.matchAll(PLACE)].every(([, name]) => values[name!] !== undefined)
  return text
    .replaceAll(BRACKETS, (_, part: string) => (isKnown(part) ? part : ''))
    .replaceAll(PLACE, (_, name: string, kind?: keyof Kinds, held?: string, not?: string) => {
      const value = values[name] as never
      if (held !== undefined) return value ? held : (not ?? '')
      if (kind === 'sentence') return inWords(value)
      if (kind === 'list') return (value as Kinds['list']).join(', ')
      return kind === 'names' ? namesText(value) : String(value)
    })
}

/** `configmaps/a (example.com/hold), secrets/b and 3 more`; `where` says where all of them are told. */
export function namesText({ named, more }: Names, where = ''): string {
  return `${named.join(', ')}${more > 0 ? ` and ${more} more${where}` : ''}`
}
