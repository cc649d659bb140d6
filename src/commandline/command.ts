import type { ApiFailure } from '../api/failure.ts'
import type { LogRun } from '../cluster/facts/log-run.ts'
import type { Transport } from '../cluster/transport/transport.ts'
import type { Catalogue } from '../diagnosis/catalogue/catalogue.ts'
import type { Journal, RunStart } from '../execute/journal.ts'
import type { ExitCode } from '../exit-code.ts'
import type { Installation, ProcessMark } from '../host.ts'
import type { Clock, Terminal } from '../terminal.ts'
import type { Aim } from './aim.ts'
import type { Completes } from './completes.ts'
import type { FlagSpecs, Flags } from './flag-spec.ts'

/** A connection to the cluster that the global flags name. */
export interface Session {
  readonly transport: Transport
  /** -n, or the context's namespace, or "default". */
  readonly namespace: string
  /** Which cluster that is, for people: `context prod-eu (https://10.0.0.1:6443)`. Safe for a terminal, and without credentials. */
  readonly place: string
  /** The time of what is looked at, where that is not the present. */
  readonly takenAt?: Date
  /** It is of that time or later: nothing says when it was taken. */
  readonly isUndated?: boolean
}

/** Everything a command may reach: no command touches the process. */
export interface CommandContext {
  readonly terminal: Terminal
  readonly clock: Clock
  /** Aborts when the user interrupts. */
  readonly signal: AbortSignal
  /** What this run has changed so far. */
  readonly journal: Journal
  /** Who runs what, as the journal has it. */
  invocation(): Pick<RunStart, 'commandLine' | 'version' | 'process'>
  /** Whether a process that left its mark still runs; undefined where that cannot be told. */
  isAlive(mark: ProcessMark): boolean | undefined
  /** What a printed command has to be given to reach the same cluster. */
  readonly aim: Aim
  /** Home for files that the user did not name otherwise, as absolute paths. */
  readonly temporaryDirectory: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** This program itself. */
  installation(): Installation
  readonly stateDirectory: string | undefined
  /** All of stdin, as UTF-8; rejects when the user interrupts. */
  readInput(): Promise<string>
  /** stdin as it comes; rejects when the signal aborts, or the user interrupts. */
  input(signal: AbortSignal): AsyncIterable<Uint8Array>
  /** What is known about finalizers, the user's own entries included, read once; rejects with ApiFailure. */
  catalogue(): Promise<Catalogue>
  /** What this run reads of logs; absent: none is read. */
  readonly logs?: LogRun | undefined
  /** Connects to the cluster that the global flags name; rejects with ApiFailure. */
  connect(): Promise<Session>
  /** Which cluster `connect` led to, as a plan and a prompt name it; undefined before that. */
  place(): string | undefined
  /** Connects to another cluster, by a kubeconfig of its own; rejects with ApiFailure. */
  connectTo(other: OtherCluster): Promise<Session>
  /** Every context of the kubeconfig; rejects with ApiFailure. */
  contexts(): Promise<readonly NamedContext[]>
  /** Each kubeconfig of a list of files and directories, by itself; rejects with ApiFailure where a directory has none. */
  kubeconfigs(list: string): Promise<readonly NamedKubeconfig[]>
  /** The help of the flags that all commands take. */
  formatGlobalFlags(columns: number | undefined): Promise<string>
  /** Runs another command line of this program, with the global flags and on the connection of this one; its own exit code. */
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

/** A kubeconfig file of the user's, or the text of one that a cluster holds, which may run no program and read no file. */
export type OtherCluster =
  | { readonly path: string; readonly context?: string | undefined }
  | { readonly name: string; readonly kubeconfig: string }

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
