import { ApiFailure } from '../api/failure.ts'
import type { KubeObject } from '../api/object.ts'
import { readJson } from '../cluster/transport/read.ts'
import type { ApiRequest, Transport } from '../cluster/transport/transport.ts'

/**
 * Sends a request that changes something, or would in a dry run, and answers the object as it then is. Rejects with
 * ApiFailure: `garbled` for an answer that is no object of the API, which tells nothing of what was done.
 */
export async function sendChange(transport: Transport, request: ApiRequest): Promise<KubeObject> {
  const { body } = await readJson(transport, request)
  const { metadata } = body as Partial<KubeObject>
  if (typeof metadata?.name !== 'string' || typeof metadata.uid !== 'string') throw noObject(request)
  return body as KubeObject
}

/** The same for a DELETE, which is answered by the object or by a Status that says so (reference 1.1). */
export async function sendDelete(
  transport: Transport,
  request: ApiRequest & { readonly method: 'DELETE' },
): Promise<void> {
  const { body } = await readJson(transport, request)
  // In a dry run that ends an object the server answers with an empty one (1.36.3, run): only its kind is there.
  if (typeof (body as Partial<KubeObject>).kind !== 'string') throw noObject(request)
}

function noObject({ method }: ApiRequest): ApiFailure {
  return new ApiFailure({ kind: 'garbled', message: `the server's answer to ${method} is not an object of the API` })
}
