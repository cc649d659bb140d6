import type { KubeObject } from '../../api/object.ts'
import type { Warned } from '../answer/answer.ts'
import { parseFieldSelector } from '../request/field-selector.ts'
import { parseLabelSelector } from '../request/label-selector.ts'
import type { ResourceRequest } from '../request/resource-request.ts'
import type { Server } from '../server.ts'
import { checkReadable, toVersion } from '../types/conversion.ts'
import type { ServedType } from '../types/served-type.ts'
import { listOptions } from './list-options.ts'
import { pageOf } from './paging.ts'

/**
 * LIST of a type: selectors, limit and continue bound to one revision, resourceVersion rules
 * (kubernetes-deletion.md 7.3, 7.4).
 */
export function list(server: Server, request: ResourceRequest): Warned {
  const { type, query } = request
  checkReadable(server, type)
  const selected = selection(query, type)
  const options = listOptions(query)
  const page = pageOf(server, request, options, selected)
  const items = page.items.map(object => toVersion(server, object, type))
  return {
    kind: 'list',
    type,
    metadata: {
      resourceVersion: String(page.revision),
      continue: page.next,
      // With a selector the server does not know how many of the rest would match.
      remainingItemCount: page.next !== undefined && !selected ? page.remaining : undefined,
    },
    items,
    warnings:
      type.group === '' && type.plural === 'endpoints'
        ? ['v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice']
        : undefined,
  }
}

/** The label and field selector of a query as one predicate; undefined when nothing is selected away. */
export function selection(
  query: Readonly<Record<string, string>>,
  type: ServedType,
): ((object: KubeObject) => boolean) | undefined {
  const labels = parseLabelSelector(query.labelSelector)
  const fields = parseFieldSelector(query.fieldSelector, type)
  if (labels === undefined && fields === undefined) return undefined
  return object => (labels?.(object.metadata.labels ?? {}) ?? true) && (fields?.(object) ?? true)
}
