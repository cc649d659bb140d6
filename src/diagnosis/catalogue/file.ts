import { isMap, LineCounter, type Node, type ParsedNode, parseDocument } from 'yaml'
import type { CatalogueEntry, KnownController, Particulars, Risk, Verified } from './entry.ts'
import { faultIn } from './schema.ts'
import type { WayOut } from './ways-out.ts'

/** A file of a catalogue with a mistake in it; the message begins with `FILE:LINE:COLUMN: `. */
export class CatalogueFault extends Error {}

/** A file as its schema has it (docs/schema/catalogue-v1.json). */
interface CatalogueFile {
  readonly project: string
  readonly controllers: readonly (Pick<KnownController, 'name' | 'outside'> & {
    readonly namespaces?: readonly string[]
    readonly selector?: string
    readonly finalizers: readonly FinalizerItem[]
  })[]
}

interface FinalizerItem extends Omit<Particulars, 'waysOut'> {
  readonly name: string
  readonly examples?: readonly string[]
  readonly kinds: readonly string[]
  readonly cleans: string
  readonly goneWhen?: string
  readonly ifRemoved: string
  readonly risk: Risk
  readonly checkFirst?: string
  readonly source?: string
  readonly verified?: Verified
  readonly waysOut?: readonly Omit<WayOut, 'finalizers' | 'project'>[]
}

/** An entry as its file has it, and the names that a family has to find. */
export interface FiledEntry {
  readonly entry: CatalogueEntry
  readonly examples: readonly string[]
}

/** The entries of a catalogue's file. Throws CatalogueFault for the first mistake in it. */
export function readCatalogueFile(text: string, file: string): readonly FiledEntry[] {
  const { value, placeOf } = parsed(text, file, 'catalogue')
  const { project, controllers } = value as CatalogueFile
  return controllers.flatMap(({ name, namespaces = [], selector = '', outside, finalizers }, at) => {
    const controller = { name, namespaces, selectorHint: selector, ...(outside && { outside: { ...outside, commands: outside.commands ?? [] } }) }
    return finalizers.map((item, index) => {
      const place = ['controllers', at, 'finalizers', index]
      const problem = problemOf(item)
      if (problem !== undefined) throw new CatalogueFault(`${placeOf([...place, 'name'])}: ${problem}`)
      return { entry: toEntry(item, project, controller, placeOf(place)), examples: item.examples ?? [] }
    })
  })
}

/** What the schema cannot say. */
function problemOf({ name, expression }: FinalizerItem): string | undefined {
  if (expression !== undefined && !name.includes('*')) return 'only the name of a family, with "*" in it, has an expression'
  const star = name.indexOf('*')
  if (star >= 0 && expression === undefined && star < name.length - 1)
    return 'a name with "*" before its end needs an expression, which tells exactly what it stands for'
  return undefined
}

function toEntry(item: FinalizerItem, project: string, controller: KnownController, place: string): CatalogueEntry {
  const { name, examples: _, kinds, cleans, ifRemoved, risk, verified = 'none', waysOut, ...rest } = item
  const { goneWhen = '', checkFirst = '', source = place, ...particulars } = rest
  const known = { finalizer: name, kinds, project, controller, cleans, goneWhen, ifRemoved, risk, checkFirst, source, verified }
  const ways = waysOut?.map(way => ({ ...way, project }))
  return { ...known, ...particulars, ...(ways && { waysOut: ways }) }
}

/** `annotation`: that of a CRD, whose `file` is what it is called in messages. Throws CatalogueFault. */
export function parsed(
  text: string,
  file: string,
  form: 'catalogue' | 'annotation',
): { readonly value: unknown; readonly placeOf: (path: readonly (string | number)[]) => string } {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true })
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset)
    return `${file}:${line}:${col}`
  }
  const [error] = [...document.errors, ...document.warnings]
  if (error !== undefined) throw new CatalogueFault(`${at(error.pos[0])}: this is not valid YAML: ${error.message}`)
  const placeOf = (path: readonly (string | number)[]): string => at(offsetOf(document.contents, path))
  const value: unknown = document.toJS({ maxAliasCount: 0 })
  const fault = faultIn(value, form)
  if (fault !== undefined) throw new CatalogueFault(`${placeOf(fault.path)}: ${fault.problem}`)
  return { value, placeOf }
}

/** Where what is at a path begins: a member at its key; of what is not there, what would hold it. */
function offsetOf(root: ParsedNode | null, path: readonly (string | number)[]): number {
  let node: Node | null = root
  let offset = root?.range?.[0] ?? 0
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => String(key) === String(step))
      if (pair === undefined) return offset
      offset = (pair.key as Node).range?.[0] ?? offset
      node = pair.value as Node | null
    } else {
      const item = (node as { readonly items?: readonly Node[] } | null)?.items?.[Number(step)]
      if (item === undefined) return offset
      offset = item.range?.[0] ?? offset
      node = item
    }
  }
  return offset
}
