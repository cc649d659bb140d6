import { fulfils, type Labels } from '../../api/label-selector.ts'
import { badRequest } from '../answer/refusal.ts'

export type Selector = (labels: Labels) => boolean

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
  return labels => fulfils({ key, operator, values }, labels)
}
