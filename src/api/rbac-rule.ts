/** One rule of a Role or ClusterRole. */
export interface RbacRule {
  readonly verbs: readonly string[]
  readonly apiGroups?: readonly string[]
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
  /** Paths outside of the resource API; a star at the end stands for any rest. */
  readonly nonResourceURLs?: readonly string[]
}

/** What somebody wants to do to a resource. */
export interface RbacRequest {
  readonly verb: string
  readonly group: string
  /** `plural` or `plural/subresource`. */
  readonly resource: string
  readonly name?: string | undefined
}

/**
 * Whether a rule allows it, as the authorizer reads rules: a star is every resource and subresource, before a
 * subresource that of every type, after a type nothing (kubernetes/kubernetes:pkg/apis/rbac/v1/evaluation_helpers.go).
 */
export function ruleAllows(rule: RbacRule, { verb, group, resource, name }: RbacRequest): boolean {
  // A dump may have a rule without verbs.
  const { verbs = [], apiGroups = [], resources = [], resourceNames = [] } = rule
  const subresource = resource.split('/')[1]
  const isOneOf = (values: readonly string[], ...wanted: readonly string[]) =>
    wanted.some(each => values.includes(each))
  return (
    isOneOf(verbs, verb, '*') &&
    isOneOf(apiGroups, group, '*') &&
    isOneOf(resources, resource, '*', ...(subresource === undefined ? [] : [`*/${subresource}`])) &&
    (resourceNames.length === 0 || (name !== undefined && resourceNames.includes(name)))
  )
}
