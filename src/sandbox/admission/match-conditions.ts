import type { KubeObject } from '../../api/object.ts'
import { evaluateCel } from '../cel.ts'
import type { Server } from '../server.ts'
import type { Attributes } from './hook.ts'

/** A condition in CEL that narrows whom a webhook or policy is asked about. */
export interface MatchCondition {
  readonly name: string
  readonly expression: string
}

export type Scope = ReturnType<typeof scopeOf>

/** Whether a request fulfils all conditions; throws where one cannot be evaluated and no other one is false. */
export function fulfils(conditions: readonly MatchCondition[] | undefined, scope: Scope): boolean {
  let failure: Error | undefined
  for (const { expression } of conditions ?? []) {
    try {
      if (evaluateCel(expression, scope) !== true) return false
    } catch (error) {
      failure ??= new Error(`expression '${expression}' resulted in error: ${(error as Error).message}`)
    }
  }
  if (failure !== undefined) throw failure
  return true
}

/** What CEL of policies and match conditions sees of a request. */
export function scopeOf(server: Server, attributes: Attributes): Readonly<Record<string, unknown>> {
  const { object, oldObject, namespace, name, operation, user, type, subresource = '', dryRun } = attributes
  const namespaceObject: KubeObject | undefined =
    namespace === undefined ? undefined : server.store.get('namespaces', undefined, namespace)
  return {
    object: object ?? null,
    oldObject: oldObject ?? null,
    namespaceObject: namespaceObject ?? null,
    params: null,
    request: {
      operation,
      name,
      namespace: namespace ?? '',
      userInfo: { username: user.name, groups: user.groups },
      resource: { group: type.group, version: type.version, resource: type.plural },
      kind: { group: type.group, version: type.version, kind: type.kind },
      subResource: subresource,
      dryRun,
    },
  }
}
