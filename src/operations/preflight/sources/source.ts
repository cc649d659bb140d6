import type { Flags } from '../../../commandline/flag-spec.ts'
import type { targetFlags } from '../../../commandline/target-flags.ts'
import { UsageError } from '../../../exit-code.ts'

/** What names the objects of a deletion in place of the command line. */
export type Source =
  | { readonly of: 'filename'; readonly path: string; readonly recursive: boolean }
  | { readonly of: 'kustomize'; readonly path: string }
  | { readonly of: 'helm'; readonly release: string }

const SOURCES = ['filename', 'kustomize', 'helm'] as const satisfies readonly Source['of'][]

/** The one source that the flags name; undefined: none. Throws UsageError where there are several, or one is empty. */
export function readSource(flags: Flags<typeof targetFlags>): Source | undefined {
  const [of, other] = SOURCES.filter(name => flags[name] !== undefined)
  if (other !== undefined) throw new UsageError(`--${of} and --${other} may not be used together`)
  if (flags.recursive && of !== 'filename') throw new UsageError('--recursive may only be used with --filename')
  if (of === undefined) return undefined
  const value = flags[of]!
  if (value === '') throw new UsageError(`invalid argument "" for "${FLAG[of]}" flag: must be ${MEANS[of]}`)
  switch (of) {
    case 'filename':
      return { of, path: value, recursive: flags.recursive ?? false }
    case 'kustomize':
      return { of, path: value }
    case 'helm':
      return { of, release: value }
  }
}

const FLAG: Readonly<Record<Source['of'], string>> = {
  filename: '-f, --filename',
  kustomize: '-k, --kustomize',
  helm: '--helm',
}
const MEANS: Readonly<Record<Source['of'], string>> = {
  filename: 'the path of a file or directory',
  kustomize: 'the path of a directory',
  helm: 'the name of a release',
}
