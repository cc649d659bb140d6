import type { KubeObject } from '../api/object.ts'
import { readConditions } from './condition.ts'
import { drains } from './words/drain.ts'

/** Whether a text says that a drain goes on. */
export function saysDrain(text: string): boolean {
  return drains.has('draining', text) && !drains.has('not draining', text)
}

/** The disruption budget by which an eviction was refused, and its namespace where the text names the Pod. */
export function refusedEviction(
  text: string,
): { readonly budget: string; readonly namespace: string | undefined } | undefined {
  const [, budget] = drains.find('eviction refused', text)
  const [, namespace] = drains.find('evicted pod', text)
  return budget === undefined ? undefined : { budget, namespace }
}

/** Whether a condition says that volumes have to be detached first. */
export function saysDetaching(whole: KubeObject | undefined): boolean {
  const conditions = [undefined, ['v1beta2', 'conditions']].flatMap(path => readConditions(whole, path))
  return conditions.some(({ reason }) => drains.has('detaching', reason))
}
