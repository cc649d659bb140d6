import { isScalar, Scalar } from 'yaml'
import type { Field } from './field.ts'
import { parseDocuments } from './parse-documents.ts'

/** A ConfigMap is how text gets into a cluster: the documents in its values, with their lines in the outer file. */
export function withEmbedded(document: Field): Field[] {
  const isConfigMap = document.isMap && document.at('kind')?.scalar() === 'ConfigMap'
  if (!isConfigMap) return [document]
  const data = document.at('data')?.entries() ?? []
  return data.filter(([, value]) => holdsManifest(value)).flatMap(([, value]) => read(value))
}

/** Other values of the same ConfigMap need not be YAML at all. */
function holdsManifest(value: Field): boolean {
  return isScalar(value.node) && /^[ \t]*(?:\{[ \t]*)?"?kind"?[ \t]*:/m.test(value.scalar())
}

/** Lines of a `|` block are lines of the file; other forms fold them, and then the first error is at the key. */
function read(value: Field): Field[] {
  const { node, origin } = value
  const text = value.text()
  if (!isScalar(node) || node.type !== Scalar.BLOCK_LITERAL || value.line === undefined)
    return parseDocuments(text, `${origin.file} (${value.path})`)
  const header = node.range ? origin.lineAt(node.range[0]) : value.line
  return parseDocuments(text, origin.file, header! + 1)
}
