import type { Words } from './template.ts'

interface Args {
  readonly PausedBy: {
    readonly object: string
    readonly pause: string
    readonly finalizer: string
    readonly isKnown: boolean
    /** The deletion was refused for it. */
    readonly isRefused: boolean
  }
  /** What is named like a switch. */
  readonly LikeSwitches: { readonly places: readonly string[] }
  readonly FindPause: { readonly places: readonly string[]; readonly isLogged: boolean }
  readonly TurnOff: { readonly pause: string; readonly isRefused: boolean }
  readonly ConfirmationAwaited: Confirmed & { readonly object: string }
  readonly ListedAndExists: Confirmed & { readonly flag: string }
  readonly ConfirmDeletion: Confirmed
}

interface Confirmed {
  readonly what: string
  readonly more: number
}

/** What is said of switches by which a controller leaves an object alone, and of confirmations that it waits for. */
export const pauseWords = {
  PausedBy: ({ object, pause, finalizer, isKnown, isRefused }) =>
    isRefused
      ? `${object} is protected by ${pause}: its deletion is refused, and ${finalizer} is not removed.`
      : `${object} is paused by ${pause}: its controller ${isKnown ? 'leaves' : 'may leave'} it alone, and does not remove ${finalizer}.`,
  PausedBySomething:
    '{object} is paused{isLogged?, as its controller logs: it|: its controller} leaves it alone, and does not remove {finalizer}.',
  NameOfSwitch: 'the name of the switch',
  HasSwitch: '{object} has {pause}',
  NoDeletionWhilePaused: 'its controller does not handle deletions while that is set',
  DeletionWhilePausedUnknown: 'whether its controller handles deletions while that is set is not known',
  LikeSwitches: ({ places }) =>
    places.length === 0
      ? 'no annotation, label or field of its spec is named like a switch'
      : `what may be the switch: ${places.join(', ')}`,
  FindPause: ({ places, isLogged }) => {
    const other = isLogged
      ? 'it may be set on its owner, or in its controller'
      : 'it may be a setting of its controller'
    return `find what pauses it (${places.length === 0 ? other : places.join(', ')}) and turn that off; the controller then continues with the deletion`
  },
  TurnOff: ({ pause, isRefused }) =>
    isRefused
      ? `turn off ${pause} if the deletion is meant; where the refusal stays, turn it off at the provider too: not every controller applies the spec of an object that is being deleted`
      : `turn off ${pause} when it is no longer needed: the controller then continues with the deletion, and deletes what it created for the object`,

  ConfirmationAwaited: ({ object, what, more }) =>
    `${object} waits for a confirmation before ${what}${andMore(more)} is deleted.`,
  ListedAndExists: ({ what, more, flag }) => `${what}${andMore(more)} is listed with ${flag}, and still exists`,
  NoAnnotationSince: '{object} has no {annotation} since its deletion',
  ConfirmDeletion: ({ what, more }) =>
    `confirm the deletion of ${what}${andMore(more)} when it is no longer needed; the controller then continues`,
} as const satisfies Words<Args>

function andMore(more: number): string {
  return more === 0 ? '' : ` and ${more} more`
}
