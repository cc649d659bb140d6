import { isScalar, Scalar } from 'yaml'
import type { Field } from './document/field.ts'
import { parseDocuments } from './document/parse-documents.ts'
import { GroupsError } from './groups-error.ts'
import { isLandscaper } from './landscaper/file-groups.ts'
import { isNative } from './native/native-groups.ts'
import { isOrkestra } from './orkestra/katalog.ts'

/** A file whose system is known; Orkestra may spread over several documents, the others are one. */
export interface GroupsFile {
  readonly system: 'orkestra' | 'landscaper' | 'native'
  readonly name: string
  readonly documents: readonly Field[]
}

const SYSTEMS = { native: isNative, orkestra: isOrkestra, landscaper: isLandscaper }
const WANTED = 'a DeletionGroups, an Orkestra Katalog, or Landscaper deletionGroups'

/**
 * Tells the systems apart by content, whatever the file's name. `name` is the file, or the ConfigMap, as the user knows
 * it. Throws a GroupsError for no YAML, nothing in it, nothing known, or more than one order.
 */
export function openGroups(name: string, text: string): GroupsFile {
  const written = parseDocuments(text, name)
  if (written.length === 0) throw new GroupsError({ file: name }, `the file is empty; write ${WANTED}`)
  const documents = written.flatMap(withEmbedded)
  if (documents.length === 0)
    return written[0]!.fail(`this is ${kindsOf(written)} without an order in it; specify ${WANTED}`)
  const known = documents.flatMap(document => {
    const system = systemOf(document)
    return system === undefined ? [] : [{ system, document }]
  })
  const [first, ...more] = known
  if (first === undefined) return documents[0]!.fail(`this is ${kindsOf(documents)}; specify ${WANTED}`)
  const other = more.find(({ system }) => system !== 'orkestra' || first.system !== 'orkestra')
  other?.document.fail(
    `only one order is allowed, and the first is in line ${first.document.line}; keep one of them in the file`,
  )
  return { system: first.system, name, documents: known.map(({ document }) => document) }
}

function systemOf(document: Field): GroupsFile['system'] | undefined {
  if (!document.isMap) document.fail(`this is not an object; write ${WANTED}`)
  const systems = Object.entries(SYSTEMS) as [GroupsFile['system'], (document: Field) => boolean][]
  return systems.find(([, is]) => is(document))?.[0]
}

function kindsOf(documents: readonly Field[]): string {
  const kinds = documents.map(document => document.at('kind')?.scalar() ?? 'something without a kind')
  return [...new Set(kinds)].join(', ')
}

/** A ConfigMap is how text gets into a cluster: the documents in its values, with their lines in the outer file. */
function withEmbedded(document: Field): Field[] {
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
