import { Document, isScalar, LineCounter, parseAllDocuments } from 'yaml'
import { yamlFlaw } from '../../api/yaml-flaw.ts'
import { GroupsError } from '../groups-error.ts'
import { Field } from './field.ts'

/**
 * The documents of a YAML (or JSON) text that are not empty, with lines counted from `firstLine`.
 * Throws a GroupsError with the line of the first error of syntax; a key that stands twice is one.
 */
export function parseDocuments(text: string, file: string, firstLine = 1): Field[] {
  const counter = new LineCounter()
  const documents = parseAllDocuments(text, { lineCounter: counter, prettyErrors: false })
  const lineAt = (offset: number) => counter.linePos(offset).line + firstLine - 1
  const fields: Field[] = []
  for (const document of documents) {
    const [error] = document.errors
    if (error !== undefined)
      throw new GroupsError({ file, line: lineAt(error.pos[0]) }, `this is not valid YAML: ${yamlFlaw(error)}`)
    const root = rootOf(document, file, lineAt)
    if (root !== undefined) fields.push(root)
  }
  return fields
}

/** An object that was read from the cluster, as a document without lines. */
export function documentOf(object: object, name: string): Field {
  return rootOf(new Document(object), name, () => undefined)!
}

function rootOf(document: Document, file: string, lineAt: (offset: number) => number | undefined): Field | undefined {
  const node = document.contents
  if (node === null || (isScalar(node) && node.value === null)) return undefined
  const line = node.range ? lineAt(node.range[0]) : undefined
  return new Field({ file, document, lineAt }, '', node, line)
}
