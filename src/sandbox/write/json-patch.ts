import jsonPatch, { type Operation } from 'fast-json-patch'
import type { KubeObject } from '../../api/object.ts'
import { badRequest, Refusal } from '../answer/refusal.ts'

const MAX_OPERATIONS = 10_000

/** The operations of a patch body: 400 when it is not JSON, 413 above ten thousand. */
export function decodeJsonPatch(text: string): readonly Operation[] {
  let operations: unknown
  try {
    operations = JSON.parse(text)
  } catch (error) {
    throw badRequest(`error decoding patch: ${(error as Error).message}`)
  }
  if (!Array.isArray(operations)) {
    throw badRequest('error decoding patch: json: cannot unmarshal object into Go value of type jsonpatch.Patch')
  }
  if (operations.length > MAX_OPERATIONS) {
    throw new Refusal(413, {
      message: `The allowed maximum operations in a JSON patch is ${MAX_OPERATIONS}, got ${operations.length}`,
      reason: 'RequestEntityTooLarge',
    })
  }
  return operations as Operation[]
}

/**
 * Applies all or nothing. Every failure is the same opaque 422: the server does not say which operation
 * (kubernetes-deletion.md 1.5).
 */
export function applyJsonPatch(object: KubeObject, operations: readonly Operation[]): unknown {
  try {
    let document: unknown = structuredClone(object)
    for (const operation of operations) document = applyOne(document, operation)
    return document
  } catch {
    throw new Refusal(422, {
      message: 'the server rejected our request due to an error in our request',
      reason: 'Invalid',
      details: {},
    })
  }
}

/** The library with the two habits of the server's own: negative indices, and `test` of nothing against null passes. */
function applyOne(document: unknown, operation: Operation): unknown {
  const path = positivePath(document, operation.path)
  if (operation.op === 'test' && operation.value === null && valueAt(document, path) === undefined) return document
  const from = 'from' in operation ? { from: positivePath(document, operation.from) } : {}
  const resolved = { ...operation, path, ...from } as Operation
  return jsonPatch.applyOperation(document, resolved, true, true).newDocument
}

/** `/metadata/finalizers/-1` is the last one. */
function positivePath(document: unknown, path: string): string {
  const steps = path.split('/')
  const last = steps.at(-1)!
  if (!/^-\d+$/.test(last)) return path
  const list = valueAt(document, steps.slice(0, -1).join('/'))
  if (!Array.isArray(list)) return path
  const index = list.length + Number(last)
  if (index < 0) throw new Error('index out of bounds')
  return [...steps.slice(0, -1), String(index)].join('/')
}

function valueAt(document: unknown, path: string): unknown {
  let value = document
  for (const step of path.split('/').slice(1)) {
    if (value === null || typeof value !== 'object') return undefined
    value = (value as Record<string, unknown>)[jsonPatch.unescapePathComponent(step)]
  }
  return value
}
