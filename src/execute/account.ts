import { message } from '../messages/sentence.ts'
import { type Change, isFinished, type Outcome, type Step } from '../plan/outcome.ts'
import type { Event } from './journal.ts'

/** One change that a run was about, and the last that its journal has of it. */
export interface Account {
  readonly step: Step
  /** How often it was sent: a change that was turned down, or got no answer, is sent again. */
  readonly sends: number
  /** It was sent, and nothing is recorded of what came of that. */
  readonly isOpen: boolean
  readonly isAside: boolean
}

/** Every change that was sent, or of which something is known, in the order in which it was first met. */
export function accountsOf(events: readonly Event[]): readonly Account[] {
  const accounts = new Map<string, Account>()
  for (const event of events) {
    if (event.event === 'sent') {
      for (const { aside = false, ...change } of event.changes) {
        const step: Step = { ...change, result: 'failed', message: message('OutcomeUnknown'), advice: [event.look] }
        const sends = (accounts.get(keyOf(change))?.sends ?? 0) + 1
        accounts.set(keyOf(change), { step, sends, isOpen: true, isAside: aside })
      }
    } else if (event.event === 'withheld') {
      for (const change of event.changes) {
        const account = accounts.get(keyOf(change))
        const sends = (account?.sends ?? 1) - 1
        if (account !== undefined) accounts.set(keyOf(change), { ...account, sends, isOpen: sends > 0 })
      }
    } else if (event.event === 'known') {
      for (const { aside, ...step } of event.steps) {
        const account = accounts.get(keyOf(step))
        const isAside = aside ?? account?.isAside ?? false
        accounts.set(keyOf(step), { step, sends: account?.sends ?? 0, isOpen: false, isAside })
      }
    }
  }
  return [...accounts.values()]
}

/**
 * What a run comes to: the steps that its command answered, in order, then every other change of the journal. Complete
 * only where the run ended by itself, and everything that was asked for is done.
 */
export function outcomeOf(events: readonly Event[]): Outcome {
  const begun = events.find(each => each.event === 'begun')
  const settled = events.findLast(each => each.event === 'settled')
  const interrupted = events.some(each => each.event === 'interrupted')
  const answered = settled?.steps ?? []
  const told = new Set(answered.map(keyOf))
  const others = accountsOf(events).filter(({ step, isAside }) => !isAside && !told.has(keyOf(step)))
  const steps = [...answered, ...others.map(({ step }) => step)]
  return {
    command: begun?.command ?? '',
    dryRun: begun?.dryRun ?? 'none',
    complete: settled?.whole === true && !interrupted && steps.every(isFinished),
    steps,
  }
}

/** The same for a change and for each step that tells of it. An object that is created has its uid only afterwards. */
export function keyOf({ ref, action, finalizer }: Change): string {
  const { resource, namespace, name, uid } = ref
  return JSON.stringify([action, resource, namespace, name, action === 'Create' ? '' : uid, finalizer])
}
