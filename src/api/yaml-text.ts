import { type Document, isMap, LineCounter, type Node, type ParsedNode, parseDocument, visit } from 'yaml'
import { yamlFlaw } from './yaml-flaw.ts'
import { type Form, faultIn } from './yaml-schema.ts'

/** A text with a mistake in it; the message begins with its place. */
export class YamlFault extends Error {}

/**
 * The value of a YAML text that fits its schema, and where what is at a path begins (`FILE:LINE:COLUMN`, without a file
 * `LINE:COLUMN`). Throws YamlFault for the first mistake; an alias is one, as aliases can expand without limit.
 */
export function readYaml(text: string, file: string, form: Form): Read {
  try {
    return read(text, file, form)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new YamlFault(`${file === '' ? '' : `${file}: `}it is nested too deeply`, { cause: error })
  }
}

interface Read {
  readonly value: unknown
  readonly placeOf: (path: readonly (string | number)[]) => string
}

function read(text: string, file: string, form: Form): Read {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true })
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset)
    return `${file === '' ? '' : `${file}:`}${line}:${col}`
  }
  const [error] = [...document.errors, ...document.warnings]
  if (error !== undefined) throw new YamlFault(`${at(error.pos[0])}: this is not valid YAML: ${yamlFlaw(error)}`)
  const placeOf = (path: readonly (string | number)[]): string => at(offsetOf(document.contents, path))
  const value: unknown = toValue(document, at)
  const fault = faultIn(value, form)
  if (fault !== undefined) throw new YamlFault(`${placeOf(fault.path)}: ${fault.problem}`)
  return { value, placeOf }
}

function toValue(document: Document.Parsed, at: (offset: number) => string): unknown {
  visit(document, {
    Alias: (_, { range }) => {
      throw new YamlFault(`${at(range?.[0] ?? 0)}: aliases are not supported: write the value itself`)
    },
  })
  return document.toJS()
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
