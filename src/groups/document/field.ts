import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair } from 'yaml'
import { GroupsError } from '../groups-error.ts'

/** The document that a field is in: its name, and the line of an offset where it was read from text. */
export interface Origin {
  readonly file: string
  readonly document: Document
  readonly lineAt: (offset: number) => number | undefined
}

/** A value of a document together with its place. Reading it as something that it is not throws a GroupsError there. */
export class Field {
  readonly origin: Origin
  readonly path: string
  readonly node: Node
  readonly line: number | undefined

  constructor(origin: Origin, path: string, node: Node, line: number | undefined) {
    this.origin = origin
    this.path = path
    this.node = node
    this.line = line
  }

  /** The member of this name; undefined when there is none or it is null. */
  at(key: string): Field | undefined {
    return this.entries().find(([name]) => name === key)?.[1]
  }

  /** `at`, one after the other; undefined as soon as one is missing. */
  down(...keys: readonly string[]): Field | undefined {
    return keys.reduce<Field | undefined>((field, key) => field?.at(key), this)
  }

  /** All members that are not null, in the order of the file; merged ones (`<<`) after its own. */
  entries(): [string, Field][] {
    return this.membersWithin([])
  }

  items(): Field[] {
    if (!isSeq(this.node)) this.fail(`${this.named()} is not a list; write its items as "- ..."`)
    return this.node.items.map((item, index) => {
      const path = `${this.path}[${index}]`
      const field = this.child(item as Node, path, item as Node)
      return (
        field ??
        new Field(this.origin, path, this.node, this.lineOf(item as Node)).fail(
          `${path} is empty; fill it or remove it`,
        )
      )
    })
  }

  /** The line as a member to spread into what is made of this field. */
  get place(): { readonly line?: number } {
    return this.line === undefined ? {} : { line: this.line }
  }

  get isMap(): boolean {
    return isMap(this.node)
  }

  get isList(): boolean {
    return isSeq(this.node)
  }

  /** A string; a number or a boolean has to be quoted to be one, as for the API server. */
  text(): string {
    if (!isScalar(this.node) || typeof this.node.value !== 'string')
      this.fail(`${this.named()} is not a string; write it in quotes`)
    return this.node.value
  }

  /** Any single value as it was written: `true`, `5` and `"5"` are texts too. */
  scalar(): string {
    if (!isScalar(this.node)) this.fail(`${this.named()} is not a single value`)
    return typeof this.node.value === 'string' ? this.node.value : (this.node.source ?? String(this.node.value))
  }

  flag(): boolean {
    if (!isScalar(this.node) || typeof this.node.value !== 'boolean')
      this.fail(`${this.named()} is neither true nor false`)
    return this.node.value
  }

  texts(): string[] {
    return this.items().map(item => item.text())
  }

  /** `problem` says what is wrong here and what to do about it. */
  fail(problem: string): never {
    throw new GroupsError({ file: this.origin.file, line: this.line, path: this.path }, problem)
  }

  private named(): string {
    return this.path === '' ? 'the document' : this.path
  }

  /** `around` are the maps that this one is merged into: an anchor may lead back to one of them. */
  private membersWithin(around: readonly Node[]): [string, Field][] {
    if (!isMap(this.node)) this.fail(`${this.named()} is not a map; write "key: value" pairs`)
    if (around.includes(this.node)) this.fail(`${this.named()} is merged into itself; remove the alias`)
    const inside = [...around, this.node]
    const own = this.node.items.filter(pair => keyOf(pair) !== '<<').flatMap(pair => this.member(pair))
    const merged = this.node.items
      .filter(pair => keyOf(pair) === '<<')
      .flatMap(pair => this.member(pair))
      .flatMap(([, from]) => (from.isList ? from.items() : [from]).flatMap(part => part.membersWithin(inside)))
    const found = new Map<string, Field>()
    for (const [key, field] of [...own, ...merged]) if (!found.has(key)) found.set(key, field)
    return [...found]
  }

  private member(pair: Pair): [string, Field][] {
    const key = keyOf(pair)
    const path = this.path === '' ? key : `${this.path}.${key}`
    const field = this.child(pair.value as Node | null, path, pair.key as Node)
    return field === undefined ? [] : [[key, field]]
  }

  /** The line is that of `start`: of the key for a member, for its value may begin lines later. */
  private child(node: Node | null, path: string, start: Node): Field | undefined {
    const value = isAlias(node) ? node.resolve(this.origin.document) : node
    if (isAlias(node) && value === undefined)
      new Field(this.origin, path, node, this.lineOf(start)).fail(`there is no anchor for the alias *${node.source}`)
    if (value === null || value === undefined || (isScalar(value) && value.value === null)) return undefined
    return new Field(this.origin, path, value, this.lineOf(start))
  }

  private lineOf(node: Node | null): number | undefined {
    return node?.range ? this.origin.lineAt(node.range[0]) : this.line
  }
}

function keyOf(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value) : String(pair.key)
}
