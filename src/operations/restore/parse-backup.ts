import { type Document, LineCounter, parseAllDocuments } from 'yaml'
import { exactNumber } from '../../api/exact-json.ts'
import { isCutShort } from '../../api/format-yaml.ts'
import type { KubeObject } from '../../api/object.ts'
import { isFields, isListOf, isOptional } from '../../api/shape.ts'
import { yamlFlaw } from '../../api/yaml-flaw.ts'
import { message, type Sentence, Trouble } from '../../messages/sentence.ts'

/**
 * The one object of a backup, in YAML or JSON. Throws a one-line Trouble, with the line of a YAML error, for anything
 * else: nothing, several documents, a list, an object that does not say what it is.
 */
export function parseBackup(text: string, file: string): KubeObject {
  const wrong = (why: Sentence): Error => new Trouble(message('InFile', { file, why }))
  if (isCutShort(text)) throw wrong(message('BackupCutShort'))
  const lines = new LineCounter()
  const parsed = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false, intAsBigInt: true })
  const documents = Array.isArray(parsed) ? (parsed as readonly Document[]) : []
  for (const { errors } of documents) {
    const [error] = errors
    if (error === undefined) continue
    throw wrong(message('NoYamlAtLine', { line: lines.linePos(error.pos[0]).line, flaw: yamlFlaw(error) }))
  }
  const filled = documents.filter(({ contents }) => contents !== null && contents.range?.[0] !== contents.range?.[1])
  if (filled.length === 0) throw wrong(message('BackupEmpty'))
  if (filled.length > 1) throw wrong(message('SeveralDocuments', { count: filled.length }))
  return objectOf(readValue(filled[0]!, wrong), wrong)
}

function readValue(document: Document, wrong: (why: Sentence) => Error): unknown {
  try {
    return document.toJS({ reviver: exactNumber })
  } catch (error) {
    throw wrong(message('NoUsableYaml', { why: (error as Error).message }))
  }
}

function objectOf(value: unknown, wrong: (why: Sentence) => Error): KubeObject {
  if (!isFields(value)) throw wrong(message('NoKubernetesObject'))
  const { apiVersion, kind, metadata } = value
  if (!isName(apiVersion)) throw wrong(message('BackupLacks', { field: 'apiVersion' }))
  if (!isName(kind)) throw wrong(message('BackupLacks', { field: 'kind' }))
  if (kind.endsWith('List') && Array.isArray(value.items)) throw wrong(message('BackupIsList'))
  if (!isFields(metadata) || !isName(metadata.name)) throw wrong(message('BackupLacks', { field: 'metadata.name' }))
  const { namespace, finalizers, ownerReferences } = metadata
  if (!isOptional(namespace, isName))
    throw wrong(message('FieldIsNot', { field: 'metadata.namespace', wanted: 'name' }))
  if (!isOptional(finalizers, each => isListOf(each, isName)))
    throw wrong(message('FieldIsNot', { field: 'metadata.finalizers', wanted: 'names' }))
  if (!isOptional(ownerReferences, each => isListOf(each, isOwner))) {
    throw wrong(message('FieldIsNot', { field: 'metadata.ownerReferences', wanted: 'owners' }))
  }
  return value as unknown as KubeObject
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isOwner(value: unknown): boolean {
  return isFields(value) && [value.apiVersion, value.kind, value.name, value.uid].every(isName)
}
