import { oncePer } from '../api/once-per.ts'
import { type ResourceType, resourceName } from '../api/resource-type.ts'
import type { RuleContext, StuckObject } from './stuck-object.ts'

/** One text for one object of a type, whether it is listed or read. */
export function placeKey(
  type: ResourceType,
  object: { readonly namespace?: string | undefined; readonly name: string },
) {
  return `${resourceName(type)} ${type.namespaced ? (object.namespace ?? '') : ''} ${object.name}`
}

const by = (keyOf: (held: StuckObject) => string) =>
  oncePer((terminating: RuleContext['terminating']) => Map.groupBy(terminating.values(), keyOf))

const INDEXES = {
  name: by(({ meta }) => meta.name),
  type: by(({ ref }) => ref.resource),
  /** `configmaps shop`. */
  namespace: by(({ type, meta }) => `${resourceName(type)} ${meta.namespace ?? ''}`),
  place: by(({ type, ref }) => placeKey(type, ref)),
}

/** What is being deleted, by one of its names: each index is made once, for thousands of objects ask for some. */
export function terminatingBy(
  what: keyof typeof INDEXES,
  key: string,
  { terminating }: Pick<RuleContext, 'terminating'>,
) {
  return INDEXES[what](terminating).get(key) ?? []
}
