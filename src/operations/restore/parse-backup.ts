import { type Document, LineCounter, parseAllDocuments } from 'yaml'
import type { KubeObject } from '../../api/object.ts'
import { yamlFlaw } from '../../api/yaml-flaw.ts'

/**
 * The one object that a backup holds, as YAML or JSON. Throws an Error of one line, with the line of the file where its
 * YAML is wrong, for anything else: nothing, several documents, a list, an object that does not say what it is.
 */
export function parseBackup(text: string, file: string): KubeObject {
  const wrong = (why: string): Error => new Error(`${file}: ${why}`)
  const lines = new LineCounter()
  const parsed = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false, intAsBigInt: true })
  const documents = Array.isArray(parsed) ? (parsed as readonly Document[]) : []
  for (const { errors } of documents) {
    const [error] = errors
    if (error) throw wrong(`line ${lines.linePos(error.pos[0]).line} is not valid YAML: ${yamlFlaw(error)}`)
  }
  const filled = documents.filter(({ contents }) => contents !== null && contents.range?.[0] !== contents.range?.[1])
  if (filled.length === 0) throw wrong('it is empty')
  if (filled.length > 1) throw wrong(`it has ${filled.length} documents; a backup is one object`)
  return objectOf(readValue(filled[0]!, wrong), wrong)
}

function readValue(document: Document, wrong: (why: string) => Error): unknown {
  try {
    return document.toJS({ reviver: exactNumber })
  } catch (error) {
    throw wrong(`it is not usable YAML: ${(error as Error).message}`)
  }
}

/** Bigints are for what a number cannot hold. */
function exactNumber(_key: unknown, value: unknown): unknown {
  return typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value
}

function objectOf(value: unknown, wrong: (why: string) => Error): KubeObject {
  if (!isRecord(value)) throw wrong('it is not a Kubernetes object')
  const { apiVersion, kind, metadata } = value
  if (!isName(apiVersion)) throw wrong('it has no apiVersion')
  if (!isName(kind)) throw wrong('it has no kind')
  if (kind.endsWith('List') && Array.isArray(value.items)) throw wrong('it is a list; a backup is one object')
  if (!isRecord(metadata) || !isName(metadata.name)) throw wrong('it has no metadata.name')
  const { namespace, finalizers, ownerReferences } = metadata
  if (!isOptional(namespace, isName)) throw wrong('its metadata.namespace is not a name')
  if (!isOptional(finalizers, listOf(isName))) throw wrong('its metadata.finalizers is not a list of names')
  if (!isOptional(ownerReferences, listOf(isOwner))) {
    throw wrong('its metadata.ownerReferences is not a list of apiVersion, kind, name and uid')
  }
  return value as unknown as KubeObject
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isOwner(value: unknown): boolean {
  return isRecord(value) && [value.apiVersion, value.kind, value.name, value.uid].every(isName)
}

function isOptional(value: unknown, is: (value: unknown) => boolean): boolean {
  return value === undefined || is(value)
}

function listOf(is: (value: unknown) => boolean): (value: unknown) => boolean {
  return value => Array.isArray(value) && value.every(is)
}
