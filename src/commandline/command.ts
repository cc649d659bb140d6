import type { ApiFailure } from '../api/failure.ts'
import type { ExitCode } from '../exit-code.ts'
import type { Ports } from '../operations/ports.ts'
import type { Completes } from './completes.ts'
import type { FlagSpecs, Flags } from './flag-spec.ts'

/** Everything a command may reach: no command touches the process. */
export interface CommandContext extends Ports {
  /** Home for files that the user did not name otherwise, as absolute paths. */
  readonly temporaryDirectory: string
  readonly stateDirectory: string | undefined
  /** stdin as it comes; rejects when the signal aborts, or the user interrupts. */
  input(signal: AbortSignal): AsyncIterable<Uint8Array>
  /** Every context of the kubeconfig; rejects with ApiFailure. */
  contexts(): Promise<readonly NamedContext[]>
  /** Each kubeconfig of a list of files and directories; rejects with ApiFailure where a directory has none. */
  kubeconfigs(list: string): Promise<readonly NamedKubeconfig[]>
  /** The help of the flags that all commands take. */
  formatGlobalFlags(columns: number | undefined): Promise<string>
  /** Runs another command line of this program, with the global flags and the connection of this one. */
  runAnother(argv: readonly string[]): Promise<ExitCode>
}

/** A context of the kubeconfig, and what a command may reach there: as this run, with --context. */
export interface NamedContext {
  readonly name: string
  enter(): CommandContext
}

/** One of several kubeconfigs, and what a command may reach by it: as this run, with --kubeconfig. */
export interface NamedKubeconfig {
  readonly path: string
  readonly current: string | undefined
  readonly contexts: readonly NamedContext[]
  /** Why it cannot be read; it has no contexts then. */
  readonly failure: ApiFailure | undefined
  enter(): CommandContext
}

/** What a command's function is given: its words and flags, and -n as the user gave it. */
export interface Invocation<Specs extends FlagSpecs> {
  readonly words: readonly string[]
  readonly flags: Flags<Specs>
  /** Only when given by -n/--namespace. */
  readonly namespace: string | undefined
}

export interface Command<Specs extends FlagSpecs = FlagSpecs> {
  readonly name: string
  /** What people call it elsewhere, or for short: an unknown command of that name is told of this one. */
  readonly also?: readonly string[]
  /** How its words are written in the usage line: `[TYPE[,TYPE...]]`. */
  readonly words?: string
  /** How its words are completed. */
  readonly completes?: Completes
  readonly summary: string
  readonly examples: readonly (readonly [command: string, meaning: string])[]
  readonly flags: Specs
  run(invocation: Invocation<Specs>, context: CommandContext): Promise<ExitCode>
}

/** Gives a command's function the types of its own flags. */
export function defineCommand<const Specs extends FlagSpecs>(command: Command<Specs>): Command {
  return command as unknown as Command
}
