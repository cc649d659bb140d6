import type { Attributes } from './hook.ts'

/** RuleWithOperations of webhooks and admission policies. */
export interface Rule {
  readonly apiGroups?: readonly string[]
  readonly apiVersions?: readonly string[]
  readonly resources?: readonly string[]
  readonly operations?: readonly string[]
  readonly scope?: string
  readonly resourceNames?: readonly string[]
}

/** matchPolicy Equivalent, the default: any version of the group matches by conversion, so versions do not count. */
export function ruleMatches(rule: Rule, attributes: Attributes): boolean {
  const { type, operation, name } = attributes
  const scope = rule.scope ?? '*'
  return (
    includes(rule.apiGroups, type.group) &&
    includes(rule.operations, operation) &&
    resourceMatches(rule.resources ?? [], attributes) &&
    (scope === '*' || (scope === 'Namespaced') === type.namespaced) &&
    ((rule.resourceNames ?? []).length === 0 || rule.resourceNames!.includes(name))
  )
}

function includes(list: readonly string[] | undefined, value: string): boolean {
  return list !== undefined && (list.includes('*') || list.includes(value))
}

/** `pods`, `pods/status`, `pods/*`, `*` (no subresource), or everything with subresources. */
function resourceMatches(resources: readonly string[], { type, subresource = '' }: Attributes): boolean {
  return resources.some(resource => {
    const [plural, sub = ''] = resource.split('/')
    return (plural === '*' || plural === type.plural) && (sub === '*' || sub === subresource)
  })
}
