import { garbled } from '../api/failure.ts'
import type { KubeObject } from '../api/object.ts'
import { checkedObject, ShapeError } from '../api/shape.ts'
import { type ReadOptions, readJson } from './transport/read.ts'
import type { ApiRequest, Transport } from './transport/transport.ts'

/**
 * Sends a request whose answer is one object (a GET, or a write), and reads it: name, uid and well-formed metadata.
 * Rejects as `readJson` does, and with `garbled` for an answer of another shape.
 */
export async function readKubeObject(
  transport: Transport,
  request: ApiRequest,
  options?: Pick<ReadOptions, 'parse'>,
): Promise<KubeObject> {
  const { body } = await readJson(transport, request, options)
  return shaped(request, () => checkedObject(body))
}

/** What `check` makes of the answer to a request; `garbled` when that throws a ShapeError. */
export function shaped<Checked>({ method, path }: Pick<ApiRequest, 'method' | 'path'>, check: () => Checked): Checked {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error
    throw garbled(`unexpected answer to ${method} ${path}: ${error.message}`, { cause: error })
  }
}
