import { badRequest } from '../answer/refusal.ts'

export type Labels = Readonly<Record<string, string>>
export type Selector = (labels: Labels) => boolean

/** metav1.LabelSelector as it stands in webhooks, policies and workloads; an absent or empty one selects everything. */
export interface LabelSelectorObject {
  readonly matchLabels?: Labels
  readonly matchExpressions?: readonly {
    readonly key: string
    readonly operator: string
    readonly values?: readonly string[]
  }[]
}

/** `?labelSelector=`: equality and set requirements joined by commas. Throws 400 as the server does. */
export function parseLabelSelector(text: string | undefined): Selector | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const requirements = splitRequirements(text).map(parseRequirement)
  return labels => requirements.every(matches => matches(labels))
}

function splitRequirements(text: string): string[] {
  return text.split(/,(?![^(]*\))/).map(part => part.trim())
}

function parseRequirement(text: string): Selector {
  const set = /^([^\s!=]+)\s+(in|notin)\s+\(([^)]*)\)$/.exec(text)
  if (set !== null) {
    const [, key, operator, list] = set
    return requirement(
      key!,
      operator === 'in' ? 'In' : 'NotIn',
      list!.split(',').map(value => value.trim()),
    )
  }
  const equality = /^([^\s!=]+)\s*(==|=|!=)\s*([^\s!=]*)$/.exec(text)
  if (equality !== null) {
    const [, key, operator, value] = equality
    return requirement(key!, operator === '!=' ? 'NotIn' : 'In', [value!])
  }
  const presence = /^(!?)\s*([^\s!=(),]+)$/.exec(text)
  if (presence !== null) return requirement(presence[2]!, presence[1] === '!' ? 'DoesNotExist' : 'Exists', [])
  const found = text.split(/\s+/)[1] ?? ''
  throw badRequest(`unable to parse requirement: found '${found}', expected: in, notin, =, ==, !=, gt, lt`)
}

function requirement(key: string, operator: string, values: readonly string[]): Selector {
  return labels => {
    const value = labels[key]
    switch (operator) {
      case 'In':
        return value !== undefined && values.includes(value)
      case 'NotIn':
        return value === undefined || !values.includes(value)
      case 'Exists':
        return value !== undefined
      default:
        return value === undefined
    }
  }
}

/** Matches a metav1.LabelSelector. */
export function selects(selector: LabelSelectorObject | undefined, labels: Labels): boolean {
  const equalities = Object.entries(selector?.matchLabels ?? {})
  const expressions = selector?.matchExpressions ?? []
  return (
    equalities.every(([key, value]) => labels[key] === value) &&
    expressions.every(({ key, operator, values }) => requirement(key, operator, values ?? [])(labels))
  )
}
