import { firstOf, grouped } from '../../api/object-text.ts'
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
 * The text of each sentence of a subject, by its code: a template, several of which an argument chooses
 * (`{ isOld: { true: '…', false: '…' } }`), or a function of what its file has under `Args`. A template has a place for
 * each thing that it names, a text (`{name}`) or one of `Kinds`: `{count:number}`, `{why:sentence}`, `{types:list}`.
 * The place of a truth has what is told where it holds, and where not: `{isSure?is|may be}`; that of one of several
 * words what is told for each: `{by?network=does not reach it|credentials=is not let in}`; that of a count what is told
 * of just so many, and of others, with the count for `#`: `{count=1?the object|the # objects}`. What stands in brackets
 * is left out where a thing in it is not known, or a list is empty: `it exists[, uid {uid}]`; `[by {name}||by none]`
 * has what is told in its place. What follows by itself stands in place of `{alone}`, which follows.ts gives.
 */
export type Words<Args = Record<never, never>> = {
  readonly [Code in keyof Args]: (args: Args[Code], inWords: InWords) => string
} & { readonly [code: string]: Text }

export type Text = string | Choice | ((args: never, inWords: InWords) => string)

/** By what one argument is. */
interface Choice {
  readonly [name: string]: Readonly<Record<string, Text>>
}

/** What each sentence of a table names. */
export type ArgsIn<Table> = { readonly [Code in keyof Table]: ArgsOf<Table[Code]> }

export type ArgsOf<Text> = Text extends string
  ? { readonly [Place in PlacesOf<Outside<Text>> | ListsOf<Inside<Text>> as NameOf<Place>]: ValueOf<Place> } & {
      readonly [Place in PlacesOf<Inside<Text>> as NameOf<Place>]?: ValueOf<Place> | undefined
    }
  : Text extends (args: infer Args, inWords: InWords) => string
    ? Args
    : { readonly [Name in keyof Text]: ChosenBy<Name, Text[Name]> }[keyof Text]

type ChosenBy<Name extends PropertyKey, Texts> = {
  readonly [Value in keyof Texts]: { readonly [Each in Name]: WordOf<Value> } & ArgsOf<Texts[Value]>
}[keyof Texts]

type WordOf<Key> = Key extends 'true' ? true : Key extends 'false' ? false : Key

type Outside<Text extends string> = Text extends `${infer Before}[${infer Part}]${infer After}`
  ? `${Before}${Part extends `${string}||${infer Other}` ? Other : ''}${Outside<After>}`
  : Text

type Inside<Text extends string> = Text extends `${string}[${infer Part}]${infer After}`
  ? (Part extends `${infer First}||${string}` ? First : Part) | Inside<After>
  : never

type PlacesOf<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? Place | PlacesOf<Rest>
  : never

type ListsOf<Text extends string> = Extract<PlacesOf<Text>, `${string}:${keyof Lists}`>

type NameOf<Place extends string> = Place extends `${infer Name}?${string}`
  ? Name extends `${infer Count}=${string}`
    ? Count
    : Name
  : Place extends `${infer Name}:${string}`
    ? Name
    : Place

type ValueOf<Place extends string> = Place extends `${infer Name}?${infer Told}`
  ? Name extends `${string}=${string}`
    ? number
    : Told extends `${string}=${string}`
      ? KeysOf<Told>
      : boolean
  : Place extends `${string}:${infer Kind extends keyof Kinds}`
    ? Kinds[Kind]
    : string

type KeysOf<Told extends string> = Told extends `${infer Key}=${infer Rest}`
  ? Key | (Rest extends `${string}|${infer More}` ? KeysOf<More> : never)
  : never

interface Lists {
  /** `a, b` */
  readonly list: readonly string[]
  /** `a and b` */
  readonly and: readonly string[]
  /** `a or b` */
  readonly or: readonly string[]
  /** `a, b and 3 more` */
  readonly some: readonly string[]
}

interface Kinds extends Lists {
  readonly number: number
  /** `1,204` */
  readonly count: number
  /** ` and 3 more`; nothing where there are no more. */
  readonly more: number
  readonly sentence: Sentence
  readonly names: Names
}

/** Names of a list before the rest is counted. */
const MAX_NAMES = 5

const BRACKETS = /\[([^[\]]{0,999})\]/g
const PLACE = /\{(\w{1,40})(?:=(\d{1,9}))?(?:\?([^}]{0,999})|:(\w{1,40}))?\}/g

type Values = Readonly<Record<string, unknown>>

/** The text about these things. */
export function textAbout(text: Text, args: object, inWords: InWords): string {
  if (typeof text === 'function') return text(args as never, inWords)
  const values = args as Values
  if (typeof text === 'object') {
    const [[name, texts]] = Object.entries(text) as [[string, Choice[string]]]
    // A journal of another version may have a word that is not known.
    return textAbout(texts[String(values[name])] ?? '', args, inWords)
  }
  return text
    .replaceAll(BRACKETS, (_, inside: string) => {
      const [part = '', other = ''] = inside.split('||')
      return isKnown(part, values) ? part : other
    })
    .replaceAll(PLACE, (_, name: string, count?: string, told?: string, kind?: keyof Kinds) => {
      const value = values[name]
      if (told === undefined) return kind === undefined ? String(value) : KINDS[kind](value as never, inWords)
      if (count !== undefined) return toldOf(value === Number(count), told).replaceAll('#', String(value))
      if (!told.includes('=')) return toldOf(Boolean(value), told)
      return told
        .split('|')
        .find(each => each.startsWith(`${value}=`))!
        .slice(`${value}=`.length)
    })
}

/** The same where the compiler knows what the text names. */
export function textOf<const Some extends Text>(text: Some, args: ArgsOf<Some>, inWords: InWords): string {
  return textAbout(text, args as object, inWords)
}

function isKnown(part: string, values: Values): boolean {
  const names = [...part.matchAll(PLACE)].map(([, name]) => values[name!])
  return names.every(value => value !== undefined && !(Array.isArray(value) && value.length === 0))
}

function toldOf(holds: boolean, told: string): string {
  const [first = '', other = ''] = told.split('|')
  return holds ? first : other
}

const KINDS: { readonly [Kind in keyof Kinds]: (value: Kinds[Kind], inWords: InWords) => string } = {
  list: names => names.join(', '),
  and: names => names.join(' and '),
  or: names => names.join(' or '),
  some: names => firstOf(names, MAX_NAMES),
  number: String,
  count: grouped,
  more: more => (more === 0 ? '' : ` and ${more} more`),
  sentence: (sentence, inWords) => inWords(sentence),
  names: names => namesText(names),
}

/** `configmaps/a (example.com/hold), secrets/b and 3 more`; `where` says where all of them are told. */
export function namesText({ named, more }: Names, where = ''): string {
  return `${named.join(', ')}${more > 0 ? ` and ${more} more${where}` : ''}`
}
