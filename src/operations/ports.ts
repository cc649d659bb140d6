import type { LogRun } from '../cluster/facts/log-run.ts'
import type { Transport } from '../cluster/transport/transport.ts'
import type { Catalogue } from '../diagnosis/catalogue/catalogue.ts'
import type { Journal, RunStart } from '../execute/journal.ts'
import type { Called, GroupProgress } from '../execute/ordered/ordered-tools.ts'
import type { Installation, ProcessMark } from '../host.ts'
import type { Sentence } from '../messages/sentence.ts'
import type { Aim } from '../plan/aim.ts'
import type { Section } from '../plan/sections.ts'
import type { WriteOptions } from '../plan/write-options.ts'
import type { Clock, Terminal } from '../terminal.ts'

/** A connection to the cluster that the global flags name. */
export interface Session {
  readonly transport: Transport
  /** -n, or the context's namespace, or "default". */
  readonly namespace: string
  /** The cluster for people: `context prod-eu (https://10.0.0.1:6443)`. Safe for a terminal, without credentials. */
  readonly place: string
  /** The time of what is looked at, where that is not the present. */
  readonly takenAt?: Date
  /** It is of that time or later: nothing says when it was taken. */
  readonly isUndated?: boolean
}

/** How an operation speaks: it says what is so, and whoever words it is loaded with the first of it. */
export interface Speech {
  /** What makes words of sentences. */
  words(): Promise<(sentence: Sentence) => string>
  /** The same for what is said of a look (src/messages/readings.ts): less is loaded for that. */
  readingWords(): Promise<(sentence: Sentence) => string>
  /** On stderr: each sentence in a line of its own. */
  say(...what: readonly (Sentence | Section)[]): Promise<void>
  /** A plan, or a part of it: on stdout in a dry run, whose answer it is, else on stderr. The journal has the same. */
  show(sections: readonly Section[], options: Pick<WriteOptions, 'dryRun' | 'format'>): Promise<void>
  /** What makes lines of how far the groups of an ordered deletion are. */
  groupLines(): Promise<GroupLines>
}

export interface GroupLines {
  /** Written once. */
  stayingLines(progress: GroupProgress, called: Called | undefined): readonly string[]
  /** On a terminal while nothing happens. */
  waitingLines(progress: GroupProgress, now: number, called: Called | undefined): string[]
}

/** Everything an operation may reach: none touches the process, knows a flag, or starts a command. */
export interface Ports extends Speech {
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
  /** This program itself. */
  installation(): Installation
  readonly env: Readonly<Record<string, string | undefined>>
  /** All of stdin, as UTF-8; rejects when the user interrupts. */
  readInput(): Promise<string>
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
}

/** A kubeconfig file of the user's, or the text of one from a cluster, which may run no program and read no file. */
export type OtherCluster =
  | { readonly path: string; readonly context?: string | undefined }
  | { readonly name: string; readonly kubeconfig: string }
