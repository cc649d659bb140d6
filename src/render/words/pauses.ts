import type { Words } from './template.ts'

/** What is said of switches by which a controller leaves an object alone, and of confirmations that it waits for. */
export const pauseWords = {
  /** `isRefused`: the deletion was refused for it. */
  PausedBy: {
    isRefused: {
      true: '{object} is protected by {pause}: its deletion is refused, and {finalizer} is not removed.',
      false:
        '{object} is paused by {pause}: its controller {isKnown?leaves|may leave} it alone, and does not remove {finalizer}.',
    },
  },
  PausedBySomething:
    '{object} is paused{isLogged?, as its controller logs: it|: its controller} leaves it alone, and does not remove {finalizer}.',
  NameOfSwitch: 'the name of the switch',
  HasSwitch: '{object} has {pause}',
  NoDeletionWhilePaused: 'its controller does not handle deletions while that is set',
  DeletionWhilePausedUnknown: 'whether its controller handles deletions while that is set is not known',
  LikeSwitches:
    '[what may be the switch: {places:list}||no annotation, label or field of its spec is named like a switch]',
  /** `places`: what is named like a switch. */
  FindPause:
    'find what pauses it ([{places:list}||it may be {isLogged?set on its owner, or in its controller|a setting of its controller}]) and turn that off[{alone}||; the controller then continues with the deletion]',
  TurnOff: {
    isRefused: {
      true: 'turn off {pause} if the deletion is meant; where the refusal stays, turn it off at the provider too: not every controller applies the spec of an object that is being deleted',
      false:
        'turn off {pause} when it is no longer needed: the controller then continues with the deletion, and deletes what it created for the object',
    },
  },

  ConfirmationAwaited: '{object} waits for a confirmation before {what}{more:more} is deleted.',
  ListedAndExists: '{what}{more:more} is listed with {flag}, and still exists',
  NoAnnotationSince: '{object} has no {annotation} since its deletion',
  ConfirmDeletion:
    'confirm the deletion of {what}{more:more} when it is no longer needed[{alone}||; the controller then continues]',
} as const satisfies Words
