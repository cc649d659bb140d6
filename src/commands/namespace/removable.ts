import type { StuckObject } from '../remove/stuck-objects.ts'
import type { WriteOptions } from '../write/write-flags.ts'

/**
 * The finalizers of an object that are removed on the way to the namespace's end: those that have lost their controller,
 * and, where the user says so by --override, those of which nobody knows whose they are.
 */
export function removableFrom(
  { causes }: StuckObject,
  { overrides }: Pick<WriteOptions, 'overrides'>,
): readonly string[] {
  const codes = ['ControllerMissing', ...(overrides.has('ControllerUnknown') ? ['ControllerUnknown'] : [])]
  const found = causes.filter(({ cause, incomplete }) => codes.includes(cause.code) && !incomplete)
  return [...new Set(found.flatMap(({ finalizer }) => finalizer ?? []))]
}
