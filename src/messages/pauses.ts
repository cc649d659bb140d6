/** What is said of switches by which a controller leaves an object alone, and of confirmations that it waits for. */
export interface PauseMessages {
  readonly PausedBy: {
    readonly object: string
    readonly pause: string
    readonly finalizer: string
    readonly isKnown: boolean
    /** The deletion was refused for it. */
    readonly isRefused: boolean
  }
  readonly PausedBySomething: { readonly object: string; readonly finalizer: string; readonly isLogged: boolean }
  readonly NameOfSwitch: Record<never, never>
  readonly HasSwitch: { readonly object: string; readonly pause: string }
  readonly NoDeletionWhilePaused: Record<never, never>
  readonly DeletionWhilePausedUnknown: Record<never, never>
  /** What is named like a switch. */
  readonly LikeSwitches: { readonly places: readonly string[] }
  readonly FindPause: { readonly places: readonly string[]; readonly isLogged: boolean }
  readonly TurnOff: { readonly pause: string; readonly isRefused: boolean }

  readonly ConfirmationAwaited: Confirmed & { readonly object: string }
  readonly ListedAndExists: Confirmed & { readonly flag: string }
  readonly NoAnnotationSince: { readonly object: string; readonly annotation: string }
  readonly ConfirmDeletion: Confirmed
}

interface Confirmed {
  readonly what: string
  readonly more: number
}
