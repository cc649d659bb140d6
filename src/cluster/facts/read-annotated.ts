import { type Annotated, type AnnotatedFinalizer, FINALIZERS_ANNOTATION } from '../../api/annotated-finalizers.ts'
import { messageOf } from '../../api/failure.ts'
import type { KubeObject } from '../../api/object.ts'
import { objectPath } from '../../api/path.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import { ONLY_METADATA } from '../metadata-accept.ts'
import { readJson } from '../transport/read.ts'
import type { FactSource } from './fact-source.ts'

/** More letters than anybody writes by hand; the API server takes 256 KiB of annotations. */
const LONGEST = 32 * 1024

/**
 * What a CRD's annotation says of finalizers, read without the rest of the CRD; nothing where it has none, and the
 * `problem` with a text that is malformed. Rejects with ApiFailure.
 */
export async function readAnnotated(
  { transport, signal }: FactSource,
  type: ResourceType,
  name: string,
): Promise<Annotated> {
  const path = objectPath(type, name, undefined)
  const { body } = await readJson(transport, { method: 'GET', path, headers: { accept: ONLY_METADATA }, signal })
  return annotatedBy(body as Partial<KubeObject>)
}

/** The same of a CRD that was read. */
export async function annotatedBy({ metadata }: Partial<KubeObject>): Promise<Annotated> {
  const text = metadata?.annotations?.[FINALIZERS_ANNOTATION]
  if (text === undefined || text.trim() === '') return { finalizers: [] }
  if (text.length > LONGEST)
    return { finalizers: [], problem: `it has ${text.length} characters, and the maximum is ${LONGEST}` }
  // The parser and the schema take longer to load than a scan: only for who has such a text.
  const { readYaml } = await import('../../api/yaml-text.ts')
  try {
    return { finalizers: readYaml(text, '', 'annotation').value as readonly AnnotatedFinalizer[] }
  } catch (error) {
    return { finalizers: [], problem: messageOf(error) }
  }
}
