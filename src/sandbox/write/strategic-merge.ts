import { isMap, mergeKeyOf } from './field-set.ts'
import { SET_LISTS } from './list-types.ts'

type Fields = Record<string, unknown>

const DELETE_FROM = '$deleteFromPrimitiveList/'
const ORDER = '$setElementOrder/'

/**
 * Strategic merge of built-in types: merges lists by their merge key, finalizers by value, and replaces other lists.
 * Directives: `$patch: delete|replace`, `$deleteFromPrimitiveList/…`, `$setElementOrder/…`, `$retainKeys`.
 */
export function strategicMerge(target: unknown, patch: Fields): unknown {
  if (patch.$patch === 'replace') return withoutDirectives(patch)
  const result: Fields = isMap(target) ? { ...target } : {}
  for (const [name, value] of Object.entries(patch)) {
    if (name.startsWith('$')) continue
    if (value === null) delete result[name]
    else result[name] = mergeValue(name, result[name], value)
  }
  for (const [name, value] of Object.entries(patch)) {
    if (name.startsWith(DELETE_FROM)) removeValues(result, name.slice(DELETE_FROM.length), value as unknown[])
    if (name.startsWith(ORDER)) reorder(result, name.slice(ORDER.length), value as unknown[])
  }
  if (Array.isArray(patch.$retainKeys)) {
    const retained = patch.$retainKeys
    return Object.fromEntries(Object.entries(result).filter(([name]) => retained.includes(name)))
  }
  return result
}

function mergeValue(name: string, current: unknown, value: unknown): unknown {
  if (Array.isArray(value)) return mergeList(name, Array.isArray(current) ? current : [], value)
  return isMap(value) ? strategicMerge(current, value) : value
}

function mergeList(name: string, current: readonly unknown[], patch: readonly unknown[]): unknown[] {
  if (SET_LISTS.has(name)) return [...current, ...patch.filter(value => !current.includes(value))]
  if (patch.some(item => isMap(item) && item.$patch === 'replace')) {
    return patch.filter(item => !(isMap(item) && item.$patch === 'replace'))
  }
  const key = mergeKeyOf(name, [...current, ...patch])
  if (key === undefined) return [...patch]
  let result = [...current] as Fields[]
  for (const item of patch as Fields[]) {
    const index = result.findIndex(candidate => candidate[key] === item[key])
    if (item.$patch === 'delete') result = result.filter((_, at) => at !== index)
    else if (index < 0) result.push(withoutDirectives(item))
    else result[index] = strategicMerge(result[index], item) as Fields
  }
  return result
}

function removeValues(fields: Fields, name: string, values: readonly unknown[]): void {
  const list = fields[name]
  if (!Array.isArray(list)) return
  const rest = list.filter(value => !values.includes(value))
  if (rest.length === 0) delete fields[name]
  else fields[name] = rest
}

/** Listed elements in the listed order; others keep their place behind them. */
function reorder(fields: Fields, name: string, order: readonly unknown[]): void {
  const list = fields[name]
  if (!Array.isArray(list)) return
  const key = mergeKeyOf(name, list)
  const rank = (item: unknown) => {
    const index = order.findIndex(wanted =>
      key === undefined ? wanted === item : (wanted as Fields)[key] === (item as Fields)[key],
    )
    return index < 0 ? order.length : index
  }
  fields[name] = list.toSorted((left, right) => rank(left) - rank(right))
}

function withoutDirectives(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !name.startsWith('$')))
}
