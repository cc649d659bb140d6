/** `metav1.LabelSelector`, as it stands in webhook configurations and Deployments. */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>> | null
  readonly matchExpressions?: readonly LabelRequirement[] | null
}

export interface LabelRequirement {
  readonly key: string
  readonly operator: string
  readonly values?: readonly string[] | null
}

export type Labels = Readonly<Record<string, string>>

/** Whether a selector selects anything whatever: an absent one and `{}` do. */
export function selectsAll(selector: LabelSelector | null | undefined): boolean {
  return Object.keys(selector?.matchLabels ?? {}).length === 0 && (selector?.matchExpressions ?? []).length === 0
}

/** Whether a selector selects these labels. An operator that Kubernetes does not know selects nothing. */
export function selects(selector: LabelSelector | null | undefined, labels: Labels): boolean {
  return (
    Object.entries(selector?.matchLabels ?? {}).every(([key, value]) => labels[key] === value) &&
    (selector?.matchExpressions ?? []).every(requirement => fulfils(requirement, labels))
  )
}

/** Whether labels are as one requirement says. */
export function fulfils({ key, operator, values }: LabelRequirement, labels: Labels): boolean {
  const value = labels[key]
  switch (operator) {
    case 'In':
      return value !== undefined && (values ?? []).includes(value)
    case 'NotIn':
      return value === undefined || !(values ?? []).includes(value)
    case 'Exists':
      return value !== undefined
    case 'DoesNotExist':
      return value === undefined
    default:
      return false
  }
}
