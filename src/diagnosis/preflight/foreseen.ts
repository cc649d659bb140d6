import type { ObjectRef } from '../../api/object-ref.ts'
import type { Unreadable } from '../../api/terminating.ts'
import type { WrittenStep } from '../../api/written-order.ts'
import type { WaveReason } from '../../messages/arguments.ts'
import type { Sentence } from '../../messages/sentence.ts'
import type { Cause } from '../explanation.ts'
import type { HeldIfDeleted } from '../held-if-deleted.ts'
import type { Management } from './marks.ts'
import type { ReachWhy } from './reach.ts'

/** Contract `kubectl-finalize/v1`, `kind: Preflight`: what a deletion would do, were it asked for now. */
export interface Preflight {
  readonly takenAt: string
  readonly server: { readonly version: string }
  readonly unreadable: readonly Unreadable[]
  readonly verdict: PreflightVerdict
  readonly targets: readonly ObjectRef[]
  /** Those of them whose deletion the server refuses at once: nothing of them is reached. */
  readonly refused: readonly ObjectRef[]
  /** The targets first. */
  readonly reach: readonly { readonly ref: ObjectRef; readonly why: ReachWhy; readonly of: ObjectRef }[]
  /** What would hold something in reach, as `explain` would say afterwards. */
  readonly causes: readonly Cause[]
  readonly loses: readonly Loss[]
  readonly breaks: readonly Break[]
  readonly returns: readonly Return[]
  readonly others: readonly Other[]
  readonly order: readonly Wave[]
  /** What a sure answer would need and nothing told, beside what could not be read. */
  readonly unchecked: readonly Unchecked[]
  readonly checked: { readonly objects: number; readonly dryRuns: number; readonly alike: number }
}

/**
 * `stuck`: something in reach is proven to stay. `unknown`: something that decides it could not be read, or is not
 * known. `waits`: all of it goes after something that is still running. `clean`: nothing that was checked blocks it.
 */
export type PreflightVerdict = 'clean' | 'waits' | 'stuck' | 'unknown'

/** An object that was asked for and is not being deleted, with what its deletion would do in short. */
export interface Outlook extends HeldIfDeleted {
  /** Absent: that was not looked at. */
  readonly foreseen?: Pick<Preflight, 'verdict' | 'refused' | 'targets' | 'causes' | 'reach'> | undefined
  /** The command that tells all of it; undefined where no command can be printed. */
  readonly more?: string | undefined
}

/** What is destroyed with an object, outside of what the API server stores or with no other copy in it. */
export interface Loss {
  readonly ref: ObjectRef
  readonly what: 'VolumeData' | 'LoadBalancer' | 'Secret' | 'Outside'
  /** Of what a finalizer's controller destroys: what the catalogue says, and its finalizer. */
  readonly cleans?: { readonly text: string; readonly finalizer: string } | undefined
}

/** What stays, and does not work any more. */
export interface Break {
  readonly ref: ObjectRef
  readonly by:
    | { readonly is: 'webhook'; readonly name: string; readonly fails: boolean; readonly asked: readonly string[] }
    | { readonly is: 'api'; readonly group: string; readonly version: string }
    | { readonly is: 'conversion'; readonly resource: string }
    /** Named by objects that stay. */
    | { readonly is: 'named'; readonly resource: string; readonly objects: number }
    /** Volumes that stay are of this CSI driver. */
    | { readonly is: 'driver'; readonly objects: number }
    /** A class that stays is served by this, which goes. */
    | { readonly is: 'provider'; readonly who: string }
    | { readonly is: 'finalizer'; readonly finalizer: string; readonly resource: string; readonly objects: number }
}

export interface Return {
  readonly ref: ObjectRef
  /** `sure`: an owner that stays makes it again; else marks of a tool say so, which is not proof. */
  readonly by: { readonly who: string; readonly name: string; readonly sure: boolean }
}

/** What is reached, or loses its type, and belongs to others than what was named. */
export interface Other {
  readonly ref: ObjectRef
  /** The target, or what a target takes along, with which it goes. */
  readonly of: ObjectRef
  readonly by: ({ readonly is: 'Management' } & Management) | { readonly is: 'Install' }
}

export interface Wave extends UnnumberedWave {
  readonly wave: number
  readonly why: Sentence
}

export interface UnnumberedWave {
  readonly reason: WaveReason
  /** What the wave has to be before. */
  readonly before?: readonly ObjectRef[] | undefined
  readonly refs: readonly ObjectRef[]
  /** Volumes of these claims, which their provisioner deletes: the next wave comes when they are gone too. */
  readonly awaited?: readonly ObjectRef[] | undefined
  /** Orders that others wrote, by which it is before others. */
  readonly written?: readonly WrittenStep['says'][] | undefined
  /** Orders that others wrote and that it goes against. */
  readonly unfollowed?: readonly WrittenStep['says'][] | undefined
}

export interface Unchecked {
  readonly what: 'DryRun' | 'Webhook' | 'Access' | 'Conversion' | 'Recording'
  readonly ref?: ObjectRef | undefined
  readonly count?: number | undefined
  readonly why: Sentence
}
