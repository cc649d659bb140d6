import { type Document, parseAllDocuments } from 'yaml'
import { yamlFlaw } from '../../api/yaml-flaw.ts'
import { message, Trouble } from '../../messages/sentence.ts'

/** An object that a file names. */
export interface Manifest {
  readonly file: string
  readonly apiVersion: string
  readonly kind: string
  readonly namespace?: string | undefined
  readonly name: string
  readonly annotations?: Readonly<Record<string, string>> | undefined
}

/**
 * The objects that a file names, as YAML or JSON: its documents, and the items of lists. Throws a Trouble of one line
 * for what is not YAML, or no object with a kind and a name.
 */
export function parseManifests(text: string, file: string): readonly Manifest[] {
  // Objects of JSON one after the other, as jq prints them; what is in quotes is no end of one.
  const separated = text.trimStart().startsWith('{')
    ? text.replaceAll(/"(?:[^"\\]|\\.)*"?|\}\s*(?=\{)/g, part => (part.startsWith('}') ? '}\n---\n' : part))
    : text
  const parsed = parseAllDocuments(separated, { prettyErrors: false })
  const documents = Array.isArray(parsed) ? parsed : []
  const found = documents.flatMap((document, index) => {
    const place = documents.length === 1 ? file : `${file}: document ${index + 1}`
    const [error] = document.errors
    if (error) throw new Trouble(message('NoValidYaml', { place, flaw: yamlFlaw(error) }))
    const value = plainValue(document, place)
    return value === null || value === undefined ? [] : manifestsIn(value, place)
  })
  if (found.length === 0) throw new Trouble(message('InFile', { file, why: message('NoObjects') }))
  return found
}

function plainValue(document: Document.Parsed, place: string): unknown {
  try {
    return document.toJS()
  } catch (error) {
    // Aliases that stand for very much, or for nothing.
    throw new Trouble(message('NoValidYaml', { place, flaw: (error as Error).message }))
  }
}

function manifestsIn(value: unknown, place: string): readonly Manifest[] {
  const { apiVersion, kind, metadata, items } = (typeof value === 'object' && value !== null ? value : {}) as Named
  if (typeof kind !== 'string' || typeof apiVersion !== 'string')
    throw new Trouble(message('InFile', { file: place, why: message('NoObjectOfKubernetes') }))
  if (kind.endsWith('List') && Array.isArray(items)) {
    // The items of a list of one type, as a server answers it, leave out what they all are.
    const shared = kind === 'List' ? {} : { apiVersion, kind: kind.slice(0, -'List'.length) }
    return items.flatMap((item, index) => manifestsIn({ ...shared, ...item }, `${place}: item ${index + 1}`))
  }
  const { name, namespace, annotations } = metadata ?? {}
  if (typeof name !== 'string' || name === '')
    throw new Trouble(message('InFile', { file: place, why: message('NameMissing', { kind }) }))
  // An empty one is none, as in kubectl: in the path of a request it would be every namespace.
  const own = namespace || undefined
  if (own !== undefined && typeof own !== 'string')
    throw new Trouble(
      message('InFile', { file: place, why: message('FieldIsNot', { field: 'metadata.namespace', wanted: 'name' }) }),
    )
  const found = { file: place, apiVersion, kind, name, annotations: textsOf(annotations) }
  return [own === undefined ? found : { ...found, namespace: own }]
}

function textsOf(value: unknown): Manifest['annotations'] {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string'))
}

interface Named {
  readonly apiVersion?: unknown
  readonly kind?: unknown
  readonly metadata?: { readonly name?: unknown; readonly namespace?: unknown; readonly annotations?: unknown } | null
  readonly items?: unknown
}
