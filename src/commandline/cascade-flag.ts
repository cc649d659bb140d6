import type { Cascade } from '../diagnosis/preflight/foresee.ts'
import { UsageError } from '../exit-code.ts'
import type { FlagSpec } from './flag-spec.ts'

const cascades = ['background', 'foreground', 'orphan'] as const satisfies readonly Cascade[]

/** kubectl's flag of a deletion. */
export const cascadeFlag = {
  type: 'string',
  completes: cascades,
  describe:
    'Must be "background", "orphan", or "foreground". Selects the deletion cascading strategy for the dependents (e.g. Pods created by a ReplicationController). Defaults to background',
} as const satisfies FlagSpec

/** Throws UsageError for a word that kubectl does not know. */
export function readCascade(text = 'background'): Cascade {
  const found = cascades.find(each => each === text)
  if (found !== undefined) return found
  throw new UsageError(`invalid cascade value (${text}). Must be "background", "foreground", or "orphan"`)
}
