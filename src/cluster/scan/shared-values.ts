/** Values that many objects of a list have in common, each of them in memory once. */
export class SharedValues {
  readonly #texts = new Map<string, string>()
  readonly #times = new Map<number, string>()
  readonly #records = new Map<string, Readonly<Record<string, unknown>>>()
  #lastList: readonly string[] = []

  text(text: string): string {
    const known = this.#texts.get(text)
    if (known !== undefined) return known
    this.#texts.set(text, text)
    return text
  }

  /** A copy, or that of the last one where it has the same texts: objects beside each other are mostly alike. */
  list(texts: readonly string[]): readonly string[] {
    const isSame = texts.length === this.#lastList.length && texts.every((text, at) => text === this.#lastList[at])
    if (!isSame) this.#lastList = texts.slice()
    return this.#lastList
  }

  /** RFC 3339 in whole seconds. */
  time(seconds: number): string {
    let text = this.#times.get(seconds)
    if (text === undefined) {
      text = new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
      this.#times.set(seconds, text)
    }
    return text
  }

  /** Throws as JSON.parse does. */
  record(json: string): Readonly<Record<string, unknown>> {
    let record = this.#records.get(json)
    if (record === undefined) {
      record = JSON.parse(json) as Readonly<Record<string, unknown>>
      this.#records.set(json, record)
    }
    return record
  }
}
