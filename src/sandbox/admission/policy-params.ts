import { type LabelSelector, selects } from '../../api/label-selector.ts'
import type { KubeObject } from '../../api/object.ts'
import { parseApiVersion } from '../../api/resource-type.ts'
import type { Server } from '../server.ts'
import type { ServedType } from '../types/served-type.ts'
import type { Attributes } from './hook.ts'

/** The type of a policy's params. */
export interface ParamKind {
  readonly apiVersion: string
  readonly kind: string
}

/** Which of them a binding takes. */
export interface ParamRef {
  readonly name?: string
  readonly namespace?: string
  readonly selector?: LabelSelector
  readonly parameterNotFoundAction?: 'Allow' | 'Deny'
}

/** The type of a policy's params, undefined for none; throws, in the server's words, for one that is not served. */
export function paramType({ types }: Server, paramKind: ParamKind | undefined): ServedType | undefined {
  if (paramKind === undefined) return undefined
  const { group, version } = parseApiVersion(paramKind.apiVersion)
  const type = types.findKind(group, version, paramKind.kind)
  if (type !== undefined) return type
  const told = `${paramKind.apiVersion}, Kind=${paramKind.kind}`
  throw new Error(`failed to configure policy: failed to find resource referenced by paramKind: '${told}'`)
}

/**
 * The params of a request, for each of which the policy is evaluated: null without params, none where nothing is to be
 * evaluated. Those of a namespaced type are in the binding's namespace, else in that of the request.
 */
export function paramsFor(
  { store }: Server,
  type: ServedType | undefined,
  ref: ParamRef | undefined,
  { type: asked, namespace, name }: Attributes,
): readonly (KubeObject | null)[] {
  if (type === undefined || ref === undefined) return [null]
  const own = asked.group === '' && asked.plural === 'namespaces' ? name : namespace
  const place = type.namespaced ? (ref.namespace ?? own) : undefined
  const found = store
    .list(type.storage)
    .filter(({ metadata }) => metadata.namespace === place)
    .filter(({ metadata }) =>
      ref.name === undefined ? selects(ref.selector, metadata.labels ?? {}) : metadata.name === ref.name,
    )
  if (found.length > 0 || ref.parameterNotFoundAction === 'Allow') return found
  throw new Error('failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction')
}
