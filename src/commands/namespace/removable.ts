import { policies } from '../../diagnosis/policy.ts'
import type { StuckObject } from '../inspect/stuck-objects.ts'
import type { WriteOptions } from '../write/write-flags.ts'

/**
 * The finalizers of an object that are removed on the way to the namespace's end: those that have lost their controller,
 * and, where the user says so by --override, those of which nobody knows whose they are.
 */
export function removableFrom(
  { causes }: StuckObject,
  { overrides }: Pick<WriteOptions, 'overrides'>,
): readonly string[] {
  const wanted = overrides.has('ControllerUnknown') ? ['default', 'override'] : ['default']
  const found = causes.filter(({ cause, incomplete }) => wanted.includes(policies[cause.code].removable) && !incomplete)
  return [...new Set(found.flatMap(({ finalizer }) => finalizer ?? []))]
}
