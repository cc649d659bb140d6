import { isMap, mergeKeyOf } from './field-set.ts'
import { SET_LISTS } from './list-types.ts'

/** An applied configuration laid over the live object: maps, sets and keyed lists merge, atomic lists are replaced. */
export function mergeApplied(live: unknown, applied: unknown, name = ''): unknown {
  if (Array.isArray(applied)) return mergeLists(Array.isArray(live) ? live : [], applied, name)
  if (!isMap(applied)) return applied
  const result: Record<string, unknown> = isMap(live) ? { ...live } : {}
  for (const [field, value] of Object.entries(applied)) result[field] = mergeApplied(result[field], value, field)
  return result
}

function mergeLists(live: readonly unknown[], applied: readonly unknown[], name: string): unknown[] {
  if (SET_LISTS.has(name)) return [...live, ...applied.filter(value => !live.includes(value))]
  const key = mergeKeyOf(name, [...live, ...applied])
  if (key === undefined) return [...applied]
  const result = [...live] as Record<string, unknown>[]
  for (const item of applied as Record<string, unknown>[]) {
    const index = result.findIndex(candidate => candidate[key] === item[key])
    if (index < 0) result.push(item)
    else result[index] = mergeApplied(result[index], item) as Record<string, unknown>
  }
  return result
}

/** The object without one field; maps and lists that it leaves empty go with it. */
export function withoutField(object: unknown, steps: readonly string[]): unknown {
  const [step, ...rest] = steps
  if (step === undefined) return undefined
  if (Array.isArray(object)) {
    const matches = matcherOf(step)
    return object.flatMap(item => {
      if (!matches(item)) return [item]
      const inner = rest.length === 0 ? undefined : withoutField(item, rest)
      return inner === undefined ? [] : [inner]
    })
  }
  if (!isMap(object) || !step.startsWith('f:')) return object
  const { [step.slice(2)]: value, ...others } = object
  if (value === undefined) return object
  const inner = rest.length === 0 ? undefined : withoutField(value, rest)
  return inner === undefined ? others : { ...others, [step.slice(2)]: inner }
}

function matcherOf(step: string): (item: unknown) => boolean {
  const wanted: unknown = JSON.parse(step.slice(2))
  if (step.startsWith('v:')) return item => item === wanted
  return item => isMap(item) && Object.entries(wanted as object).every(([key, value]) => item[key] === value)
}
