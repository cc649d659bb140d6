import type { Sentence } from './nested.ts'

/** What the servers' counts of watches tell of a type. */
export interface ListenerMessages {
  readonly WatchesNotRead: { readonly resource: string; readonly text?: string | undefined }
  readonly OnlyManagerWatches: Record<never, never>
  readonly WatchesProveNothing: { readonly resource: string; readonly doubts: readonly Sentence[] }
  readonly SomethingListens: {
    readonly resource: string
    readonly more: number
    readonly beside: 'manager' | 'every type'
  }
  readonly ManagerWatchNotOpen: Record<never, never>
  readonly EveryTypeHasAsMany: { readonly count: number }
  readonly PodTemplatesUnwatched: Record<never, never>
  readonly OnlyOneLook: Record<never, never>
  readonly RequestsBetweenLooks: { readonly count: number; readonly resource: string }
  readonly CountMoved: Record<never, never>
  readonly DefinitionYoung: Record<never, never>
  readonly ManagerAgeUnknown: Record<never, never>
  readonly ManagerStarted: { readonly ago: string }
  readonly ServerCountUnknown: Record<never, never>
  readonly NotAllServersAsked: { readonly asked: number; readonly alive: number }
  readonly ServerStarted: { readonly ago: string }
  readonly WritesAnswered: {
    readonly resource: string
    /** Absent: between two looks. */
    readonly within?: string | undefined
    readonly counts: readonly { readonly verb: string; readonly answer: string; readonly count: number }[]
  }
  readonly RunAgainForWatches: Record<never, never>
  readonly RunAgainForMetrics: Record<never, never>
}
