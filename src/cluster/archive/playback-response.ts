import { ApiFailure, garbled } from '../../api/failure.ts'
import type { KubeObject } from '../../api/object.ts'
import { resourceName } from '../../api/resource-type.ts'
import { failureStatus } from '../../api/status.ts'
import { once } from '../transport/collect.ts'
import type { ApiRequest, ApiResponse } from '../transport/transport.ts'
import { type ResourcePath, resourcePath } from './resource-path.ts'

/** The JSON of a list, of that of its items. */
export function joined(list: object, items: readonly (readonly Uint8Array[])[]): Uint8Array {
  const parts = items.flatMap((item, at) => (at === 0 ? item : [COMMA, ...item]))
  return Buffer.concat([Buffer.from(`${JSON.stringify(list).slice(0, -1)},"items":[`), ...parts, Buffer.from(']}')])
}

const COMMA = Buffer.from(',')

export function objectIn(json: readonly Uint8Array[]): KubeObject {
  return JSON.parse(Buffer.concat(json).toString()) as KubeObject
}

export function notFound({ group, plural }: ResourcePath, name: string): object {
  const message = `${resourceName({ group, plural })} "${name}" not found`
  return failureStatus(404, 'NotFound', message, { name, group, kind: plural })
}

/** That the archive does not contain the answer: it proves nothing. */
export function unrecorded({ what }: { readonly what: string }, { method, path }: ApiRequest): ApiFailure {
  const named = resourcePath(path)
  if (method !== 'GET') return notHeld(`${what} does not contain the server's answer to ${method} ${path}`)
  if (named === undefined) return notHeld(`${what} does not contain ${path}`)
  const { namespace, name } = named
  const where = namespace === undefined ? '' : ` of namespace ${namespace}`
  const type = resourceName(named)
  return notHeld(
    name === undefined
      ? `${what} does not contain all ${type}${where}`
      : `${what} does not contain ${type} ${name}${where}`,
  )
}

function notHeld(message: string): ApiFailure {
  return new ApiFailure({ kind: 'unrecorded', message })
}

export function response(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): ApiResponse {
  const body = value instanceof Uint8Array ? value : Buffer.from(typeof value === 'string' ? value : textOf(value))
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: once(body) }
}

/** Throws ApiFailure for what is nested so deeply that it can be read, and not written again. */
function textOf(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    throw garbled('a recorded answer is nested too deeply', { cause: error })
  }
}
