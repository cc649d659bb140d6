import { commandLine } from '../diagnosis/shell-quote.ts'
import type { Reach } from '../plan/reach.ts'
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

/** What makes a printed command reach the cluster that this run spoke to, and no other, as the same user. */
export interface Aim {
  /** For any kubectl command. */
  readonly flags: string
  /** The same, as whom it is sent. */
  readonly impersonation: string
  /** For this plugin's own commands, which alone know the embedded practice cluster, and the user's own catalogue. */
  readonly own: string
  /** Flags of this run that a printed command has not, for their values are secret: `--token`. */
  readonly withheld: readonly string[]
}

/** That of a command which others read, who reach the cluster in their own way. */
export const NO_AIM: Aim = { flags: '', impersonation: '', own: '', withheld: [] }

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

/**
 * A command with the flags that this run was given, so that it cannot end up at the cluster of another context. They
 * stand at the end, or right behind the program where something else follows (a pipe, words after `--`). One that asks as
 * somebody else (`kubectl auth can-i … --as …`) stays so.
 */
export function aimed(command: string, { flags, impersonation, own: ownFlags }: Aim): string {
  const own = command.startsWith('kubectl finalize ')
  const unquoted = command.replaceAll(/'[^']*'/g, '')
  const asWhom = / --as /.test(unquoted) ? '' : impersonation
  const added = [flags, asWhom, own ? ownFlags : ''].filter(text => text !== '').join(' ')
  if (added === '' || !command.startsWith('kubectl ')) return command
  if (!/[|;&<>]| -- /.test(unquoted)) return `${command} ${added}`
  const program = own ? 'kubectl finalize' : 'kubectl'
  return `${program} ${added}${command.slice(program.length)}`
}

/** A command for the cluster of this run, from its words. */
export function commandFor(aim: Aim, ...words: readonly string[]): string {
  return aimed(commandLine(...words), aim)
}

/** What leads kubectl to the cluster that a kubeconfig knows by this context, and to no other where it knows none. */
export function aimAt(context: string): Aim {
  return { flags: commandLine('--context', context), impersonation: '', own: '', withheld: [] }
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

/** The way to a cluster of which commands are printed, with what they are to be given. */
export function reachBy(aim: Aim): Reach {
  return { aim: command => aimed(command, aim) }
}

/** The way to a cluster by a kubeconfig of its own: none of this run's flags holds for it. */
export function reachByFile(path: string, context: string | undefined): Reach {
  const flags = commandLine('--kubeconfig', path, ...(context === undefined ? [] : ['--context', context]))
  return reachBy({ flags, impersonation: '', own: '', withheld: [] })
}

/** What has to be said beside printed commands that lack a flag of this run; undefined: they lack none. */
export function withheldNote({ withheld }: Aim): string | undefined {
  if (withheld.length === 0) return undefined
  return `note: add ${withheld.join(' and ')} to the commands shown here: secrets are not printed`
}
