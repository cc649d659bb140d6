import type { Reach } from '../change/reach.ts'
import { commandLine } from '../diagnosis/shell-quote.ts'
import type { GlobalFlags } from './global-flags.ts'

/** Flags that choose the cluster and the user, but for credentials: those are never printed. */
const REPEATED = ['kubeconfig', 'context', 'cluster', 'user', 'server', 'as', 'as-uid'] as const

/** What makes a printed command reach the cluster that this run spoke to, and no other. */
export interface Aim {
  /** For any kubectl command. */
  readonly flags: string
  /** For this plugin's own commands, which alone know the embedded practice cluster. */
  readonly sandbox: string
}

export function aimOf(flags: GlobalFlags): Aim {
  const repeated = REPEATED.flatMap(name => (flags[name] === undefined ? [] : [commandLine(`--${name}`, flags[name])]))
  const groups = flags['as-group'].map(group => commandLine('--as-group', group))
  const sandbox = flags.sandbox === undefined ? '' : `--sandbox${flags.sandbox === '' ? '' : `=${flags.sandbox}`}`
  return { flags: [...repeated, ...groups].join(' '), sandbox }
}

/**
 * A command with the flags that this run was given, so that it cannot end up at the cluster of another context. They
 * stand at the end, or right behind the program where something else follows (a pipe, words after `--`).
 */
export function aimed(command: string, { flags, sandbox }: Aim): string {
  const own = command.startsWith('kubectl finalize ')
  const added = [flags, own ? sandbox : ''].filter(text => text !== '').join(' ')
  if (added === '' || !command.startsWith('kubectl ')) return command
  if (!/[|;&<>]| -- /.test(command)) return `${command} ${added}`
  const program = own ? 'kubectl finalize' : 'kubectl'
  return `${program} ${added}${command.slice(program.length)}`
}

/** The way to a cluster of which commands are printed, with what they are to be given. */
export function reachBy(aim: Aim): Reach {
  return { aim: command => aimed(command, aim) }
}
