import { parseApiVersion } from '../../api/resource-type.ts'
import type { Finding } from '../../cluster/scan/scan.ts'
import { message, type Sentence, Trouble } from '../../messages/sentence.ts'
import type { Manifest } from '../preflight/parse-manifests.ts'
import { findListed } from '../preflight/sources/find-listed.ts'
import { readSourceOf, type SourceTools } from '../preflight/sources/read-source.ts'
import type { Source } from '../preflight/sources/source.ts'

export interface NamedBySource {
  readonly found: readonly Finding[]
  /** Lines that tell what is not there: already gone. */
  readonly notes: readonly Sentence[]
}

/**
 * The objects that files or a kustomization name, as they are now. An unknown type is gone with its objects where the
 * same source has a CRD of its group; else rejects with an Error, as for what is neither readable nor proven absent.
 */
export async function findNamedBySource(source: Source, tools: SourceTools): Promise<NamedBySource> {
  const listed = await readSourceOf(source, tools)
  const groups = new Set(listed.manifests.filter(isDefinition).map(({ name }) => name.slice(name.indexOf('.') + 1)))
  const isOwn = ({ apiVersion }: Manifest): boolean => groups.has(parseApiVersion(apiVersion).group)
  const { found, notes, unread } = await findListed({ ...listed, mayLack: isOwn }, tools)
  const [first] = unread
  if (first !== undefined) throw new Trouble(message('NotRead', { what: first.resource, why: first.message }))
  return { found, notes }
}

function isDefinition({ apiVersion, kind }: Manifest): boolean {
  return kind === 'CustomResourceDefinition' && parseApiVersion(apiVersion).group === 'apiextensions.k8s.io'
}
