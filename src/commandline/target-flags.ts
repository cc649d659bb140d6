import type { Cascade } from '../diagnosis/preflight/foresee.ts'
import { UsageError } from '../exit-code.ts'
import type { FlagSpecs } from './flag-spec.ts'
import { scopeFlags } from './scope-flags.ts'

const cascades = ['background', 'foreground', 'orphan'] as const satisfies readonly Cascade[]

/** Flags of the commands that are about the deletion of live objects: which, and what becomes of their dependents. */
export const targetFlags = {
  filename: {
    type: 'string',
    alias: 'f',
    once: 'specify one file, or - and several on stdin',
    completes: 'files',
    describe: 'File that names the objects; - for standard input',
  },
  selector: scopeFlags.selector,
  'all-namespaces': {
    type: 'boolean',
    alias: 'A',
    describe: 'With --selector: the objects across all namespaces',
  },
  cascade: {
    type: 'string',
    completes: cascades,
    describe:
      'Must be "background", "orphan", or "foreground". Selects the deletion cascading strategy for the dependents (e.g. Pods created by a ReplicationController). Defaults to background',
  },
  'chunk-size': scopeFlags['chunk-size'],
} as const satisfies FlagSpecs

/** Throws UsageError for a word that kubectl does not know. */
export function readCascade(text = 'background'): Cascade {
  const found = cascades.find(each => each === text)
  if (found !== undefined) return found
  throw new UsageError(`invalid cascade value (${text}). Must be "background", "foreground", or "orphan"`)
}
