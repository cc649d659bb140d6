import { commandLine } from '../diagnosis/shell-quote.ts'
import { type Aim, commandFor } from '../plan/aim.ts'
import type { FlagSpecs, Flags } from './flag-spec.ts'
import type { GlobalFlags } from './global-flags.ts'

/** Flags that choose the cluster, the way to it, and the user; but for secrets, which are never printed. */
const REACHING = [
  'kubeconfig',
  'context',
  'cluster',
  'user',
  'server',
  'certificate-authority',
  'client-certificate',
  'client-key',
  'tls-server-name',
  'insecure-skip-tls-verify',
] as const
const IMPERSONATING = ['as', 'as-uid', 'as-group', 'as-user-extra'] as const
const SECRET = ['token', 'username', 'password'] as const

/** `user:password@` of an address. */
const USER_INFO = /^([a-z][a-z0-9+.-]*:\/\/)?[^/?#]*@/i

export function aimOf(flags: GlobalFlags): Aim {
  const given = { ...flags, server: flags.server?.replace(USER_INFO, '$1') }
  const repeated = (names: readonly (keyof GlobalFlags)[]): string =>
    names.flatMap(name => [given[name]].flat().flatMap(value => flagText(name, value))).join(' ')
  const sandbox = flags.sandbox === undefined ? '' : flags.sandbox === '' ? '--sandbox' : `--sandbox=${flags.sandbox}`
  const withheld = [
    ...SECRET.filter(name => flags[name] !== undefined).map(name => `--${name}`),
    ...(given.server === flags.server ? [] : ['the user and password of --server']),
  ]
  const own = [sandbox, repeated(['catalogue'])].filter(text => text !== '').join(' ')
  return { flags: repeated(REACHING), impersonation: repeated(IMPERSONATING), own, withheld }
}

function flagText(name: string, value: string | boolean | undefined): readonly string[] {
  if (value === undefined) return []
  if (typeof value === 'boolean') return [value ? `--${name}` : `--${name}=false`]
  return [commandLine(`--${name}`, value)]
}

/** The whole command of a run, as it can be pasted; without secrets. */
export function invocationText(
  { name, flags: specs }: { readonly name: string; readonly flags: FlagSpecs },
  words: readonly string[],
  given: Flags<FlagSpecs>,
  aim: Aim,
): string {
  const flagWords = (flag: string, value: string | boolean | undefined): readonly string[] => {
    if (value === undefined) return []
    if (value === true) return [`--${flag}`]
    const isApart = value !== false && !specs[flag]?.bare && !value.startsWith('-')
    return isApart ? [`--${flag}`, value] : [`--${flag}=${value}`]
  }
  const flags = ['namespace', ...Object.keys(specs)].flatMap(flag =>
    [given[flag]].flat().flatMap(value => flagWords(flag, value)),
  )
  return commandFor(aim, 'kubectl', 'finalize', name, ...words, ...flags)
}
