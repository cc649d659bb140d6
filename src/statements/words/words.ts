import { readable } from '../quote.ts'

/** Words that say one thing, where they come from, and a text that has them. A contributor adds a line to a table. */
export interface Words {
  readonly says: string
  readonly words: RegExp
  readonly source: string
  /** test/statements/words.test.ts: a text in which this row finds them. */
  readonly example: string
  /** A text in which no row that says the same may find any. */
  readonly counterexample?: string
}

/** What texts say by the rows of a table; each text is cut to a stated length first. */
export interface Table<Says extends string> {
  readonly rows: readonly Words[]
  readonly has: (says: Says, text: string) => boolean
  /** What the first row that finds something finds: all of it, and its groups; nothing where none does. */
  readonly find: (says: Says, text: string) => readonly (string | undefined)[]
  /** Each place where it says it, by rows that are global. */
  readonly findAll: (says: Says, text: string) => readonly RegExpExecArray[]
  readonly without: (says: Says, text: string) => string
}

export function tableOf<const Rows extends readonly Words[]>(rows: Rows): Table<Rows[number]['says']> {
  const saying = Map.groupBy(rows, ({ says }) => says)
  const wordsOf = (says: string) => saying.get(says)!.map(({ words }) => words)
  return {
    rows,
    has: (says, text) => wordsOf(says).some(words => readable(text).search(words) >= 0),
    find: (says, text) => firstFound(wordsOf(says), readable(text)),
    findAll: (says, text) => wordsOf(says).flatMap(words => [...readable(text).matchAll(words)]),
    without: (says, text) => wordsOf(says).reduce((left, words) => left.replace(words, ''), text),
  }
}

function firstFound(all: readonly RegExp[], text: string): readonly (string | undefined)[] {
  return all.map(words => words.exec(text)).find(found => found !== null) ?? []
}
