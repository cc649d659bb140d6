import type { KubeObject } from '../../api/object.ts'
import type { Warned } from '../answer/answer.ts'
import { badRequest, Refusal } from '../answer/refusal.ts'
import type { ResourceRequest } from '../request/resource-request.ts'
import type { Server } from '../server.ts'
import { isCustom } from '../types/served-type.ts'
import { applyPatch } from './apply.ts'
import { isMap } from './field-set.ts'
import { applyJsonPatch, decodeJsonPatch } from './json-patch.ts'
import { trackUpdate, writerOf } from './managed-fields.ts'
import { mergePatch } from './merge-patch.ts'
import { strategicMerge } from './strategic-merge.ts'
import { update } from './update.ts'

const JSON_PATCH = 'application/json-patch+json'
const MERGE = 'application/merge-patch+json'
const STRATEGIC = 'application/strategic-merge-patch+json'
const APPLY = 'application/apply-patch+yaml'

/** PATCH in four languages; the patch meets the object in the version of the URL (kubernetes-deletion.md 1.5). */
export async function patch(server: Server, request: ResourceRequest): Promise<Warned> {
  const language = request.headers['content-type']?.split(';')[0]?.trim() ?? ''
  if (language === APPLY) return applyPatch(server, request)
  const change = changeOf(language, request)
  const writer = writerOf(request)
  return update(server, request, {
    propose: current => change(current),
    track: (current, next, now) => trackUpdate(current, next, writer, now),
  })
}

function changeOf(language: string, request: ResourceRequest): (current: KubeObject) => KubeObject {
  const text = new TextDecoder().decode(request.body)
  if (language === JSON_PATCH) {
    const operations = decodeJsonPatch(text)
    return current => asObject(applyJsonPatch(current, operations))
  }
  if (language === MERGE) {
    const document = decodeDocument(text)
    return current => asObject(mergePatch(current, document))
  }
  if (language === STRATEGIC && !isCustom(request.type)) {
    const document = decodeDocument(text)
    return current => asObject(strategicMerge(current, document))
  }
  if (language !== STRATEGIC) {
    throw new Refusal(415, {
      message: '415: Unsupported Media Type',
      reason: 'UnsupportedMediaType',
      details: {},
    })
  }
  throw new Refusal(415, {
    message: `the body of the request was in an unknown format - accepted media types include: ${JSON_PATCH}, ${MERGE}, ${APPLY}`,
    reason: 'UnsupportedMediaType',
  })
}

function decodeDocument(text: string): Record<string, unknown> {
  try {
    const document: unknown = JSON.parse(text)
    if (isMap(document)) return document
  } catch (error) {
    throw badRequest(`error decoding patch: ${(error as Error).message}`)
  }
  throw badRequest('error decoding patch: json: cannot unmarshal into Go value of type map[string]interface {}')
}

/** A patch may not turn an object into something else. */
function asObject(value: unknown): KubeObject {
  if (isMap(value) && isMap(value.metadata) && typeof value.kind === 'string') return value as unknown as KubeObject
  throw new Refusal(422, {
    message: 'the server rejected our request due to an error in our request',
    reason: 'Invalid',
    details: {},
  })
}
