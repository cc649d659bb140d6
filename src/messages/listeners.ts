import type { Nothing, Sentence } from './nested.ts'

/** Those that name nothing. */
type Plain = Record<'OnlyManagerWatches' | 'ManagerWatchNotOpen' | 'PodTemplatesUnwatched' | 'OnlyOneLook', Nothing> &
  Record<'CountMoved' | 'DefinitionYoung' | 'ManagerAgeUnknown' | 'ServerCountUnknown', Nothing> &
  Record<'RunAgainForWatches' | 'RunAgainForMetrics', Nothing>

/** What the servers' counts of watches tell of a type. */
export interface ListenerMessages extends Plain {
  readonly WatchesNotRead: { readonly resource: string; readonly text?: Sentence | undefined }
  readonly WatchesProveNothing: { readonly resource: string; readonly doubts: readonly Sentence[] }
  readonly SomethingListens: {
    readonly resource: string
    readonly more: number
    readonly beside: 'manager' | 'every type'
  }
  readonly EveryTypeHasAsMany: { readonly count: number }
  readonly RequestsBetweenLooks: { readonly count: number; readonly resource: string }
  readonly ManagerStarted: { readonly ago: string }
  readonly NotAllServersAsked: { readonly asked: number; readonly alive: number }
  readonly ServerStarted: { readonly ago: string }
  readonly WritesAnswered: {
    readonly resource: string
    /** Absent: between two looks. */
    readonly within?: string | undefined
    readonly counts: readonly { readonly verb: string; readonly answer: string; readonly count: number }[]
  }
}
