import { review } from './access/review.ts'
import type { Warned } from './answer/answer.ts'
import { type FieldError, invalid } from './answer/invalid.ts'
import { get } from './read/get.ts'
import { list } from './read/list.ts'
import { watch } from './read/watch.ts'
import type { ResourceRequest } from './request/resource-request.ts'
import type { Server } from './server.ts'
import { readLog } from './subresources/log.ts'
import { bind, evict } from './subresources/pods.ts'
import { getScale, patchScale, putScale } from './subresources/scale.ts'
import { create } from './write/create.ts'
import { remove } from './write/delete.ts'
import { removeCollection } from './write/delete-collection.ts'
import { patch } from './write/patch.ts'
import { put } from './write/put.ts'

/** One handler for each verb; the few subresources that are not views of the object itself have their own. */
export function dispatch(server: Server, request: ResourceRequest): Warned | Promise<Warned> {
  checkWriteOptions(request)
  if (request.subresource === 'scale') return dispatchScale(server, request)
  switch (request.verb) {
    case 'get':
      return request.subresource === 'log' ? readLog(server, request) : get(server, request)
    case 'list':
      return list(server, request)
    case 'watch':
      return watch(server, request)
    case 'create':
      return dispatchCreate(server, request)
    case 'update':
      return put(server, request)
    case 'patch':
      return patch(server, request)
    case 'delete':
      return remove(server, request)
    case 'deletecollection':
      return removeCollection(server, request)
  }
}

function dispatchCreate(server: Server, request: ResourceRequest): Warned | Promise<Warned> {
  if (request.subresource === 'eviction') return evict(server, request)
  if (request.subresource === 'binding') return bind(server, request)
  // Resources that can only be created are questions, not objects.
  const isReview = request.type.verbs.length === 1 && request.type.plural.endsWith('reviews')
  return isReview ? review(server, request) : create(server, request)
}

function dispatchScale(server: Server, request: ResourceRequest): Warned | Promise<Warned> {
  if (request.verb === 'get') return getScale(server, request)
  return request.verb === 'patch' ? patchScale(server, request) : putScale(server, request)
}

const OPTIONS_OF: Readonly<Record<string, string>> = {
  create: 'CreateOptions',
  update: 'UpdateOptions',
  patch: 'PatchOptions',
}

/** dryRun and fieldValidation of POST, PUT and PATCH come from the query; an unknown value is 422. */
function checkWriteOptions({ verb, query }: ResourceRequest): void {
  const kind = OPTIONS_OF[verb]
  if (kind === undefined) return
  const errors: FieldError[] = []
  if (query.dryRun !== undefined && query.dryRun !== '' && query.dryRun !== 'All') {
    const message = `Unsupported value: ${JSON.stringify([query.dryRun])}: supported values: "All"`
    errors.push({ field: 'dryRun', reason: 'FieldValueNotSupported', message })
  }
  if (query.fieldValidation && !['Ignore', 'Warn', 'Strict'].includes(query.fieldValidation)) {
    const message = `Unsupported value: "${query.fieldValidation}": supported values: "", "Ignore", "Strict", "Warn"`
    errors.push({ field: 'fieldValidation', reason: 'FieldValueNotSupported', message })
  }
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind }, '', errors)
}
