import type { KubeObject } from '../../api/object.ts'
import { splitSelector } from '../../api/split-selector.ts'
import { valuesAt } from '../../api/values-at.ts'

type Labels = Readonly<Record<string, string>>

/** What `fieldSelector` may name here: what this program asks for. All but metadata needs the whole object. */
const FIELDS: ReadonlySet<string> = new Set([
  'metadata.name',
  'metadata.namespace',
  'status.phase',
  'involvedObject.uid',
])

export interface Selection {
  matches(object: KubeObject): boolean
  /** There is nothing to match. */
  readonly isAll: boolean
  /** Metadata do not tell whether an object matches. */
  readonly needsWhole: boolean
}

/** The selectors of a list as the server applies them; undefined for one not understood, which may mean anything. */
export function selectionOf({
  labelSelector = '',
  fieldSelector = '',
}: Readonly<Record<string, string>>): Selection | undefined {
  const labels = splitSelector(labelSelector).map(labelRequirement)
  const fields = splitSelector(fieldSelector).map(fieldRequirement)
  if ([...labels, ...fields].includes(undefined)) return undefined
  return {
    matches: object =>
      labels.every(matches => matches!(object.metadata.labels ?? {})) && fields.every(matches => matches!(object)),
    isAll: labels.length === 0 && fields.length === 0,
    needsWhole: splitSelector(fieldSelector).some(part => !part.startsWith('metadata.')),
  }
}

function labelRequirement(text: string): ((labels: Labels) => boolean) | undefined {
  const [, setKey, operator, list] = /^([^\s!=]+)\s+(in|notin)\s+\(([^)]*)\)$/.exec(text) ?? []
  if (setKey !== undefined) {
    const values = list!.split(',').map(value => value.trim())
    const isIn = (labels: Labels): boolean => labels[setKey] !== undefined && values.includes(labels[setKey])
    return operator === 'in' ? isIn : labels => !isIn(labels)
  }
  const [, key, sign, value] = /^([^\s!=]+)\s*(==|=|!=)\s*([^\s!=]*)$/.exec(text) ?? []
  if (key !== undefined) return labels => (labels[key] === value) === (sign !== '!=')
  const [, not, present] = /^(!?)\s*([^\s!=(),]+)$/.exec(text) ?? []
  return present === undefined ? undefined : labels => (labels[present] === undefined) === (not === '!')
}

function fieldRequirement(text: string): ((object: KubeObject) => boolean) | undefined {
  const [, field, value] = /^([^=!]+)==?([^=]*)$/.exec(text) ?? []
  if (field === undefined || !FIELDS.has(field)) return undefined
  return object => valuesAt(object, field).some(each => each === value)
}
