import { commandLine } from '../diagnosis/shell-quote.ts'

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

/**
 * A command with the flags that this run was given, so that it cannot reach the cluster of another context. They go at
 * the end, or right behind the program where something else follows (a pipe, words after `--`). One that impersonates
 * already (`kubectl auth can-i … --as …`) stays so.
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
  return { ...NO_AIM, flags: commandLine('--context', context) }
}

/** The way to a cluster by a kubeconfig of its own: none of this run's flags holds for it. */
export function reachByFile(path: string, context: string | undefined): Aim {
  const flags = commandLine('--kubeconfig', path, ...(context === undefined ? [] : ['--context', context]))
  return { ...NO_AIM, flags }
}
