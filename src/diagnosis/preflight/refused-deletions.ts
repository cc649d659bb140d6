import type { DryRunAnswer, Fact } from '../../api/fact.ts'
import { append } from '../../api/long-lists.ts'
import { NOT_RECORDED, type Unreadable } from '../../api/terminating.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import { isPassing, type Rejection, rejectionOf } from '../../statements/rejection.ts'
import { boundPolicies } from '../admission/mutators.ts'
import { allWebhooks, type Match, matches } from '../admission/webhook.ts'
import { eachTogether, together } from '../answered.ts'
import type { Facts } from '../facts.ts'
import type { StuckObject } from '../stuck-object.ts'

/** Dry runs in all: objects that the same admission treats alike have one. */
const MAX_TRIED = 50

export interface Tried {
  /** By uid; of what was tried itself. */
  readonly refused: ReadonlyMap<string, Rejection>
  /** Of what nothing is known: no answer, or one about us alone. */
  readonly unanswered: readonly { readonly held: StuckObject; readonly why: Sentence }[]
  /** How many had an answer. */
  readonly tried: number
  /** Alike in their type, their namespace and the webhooks and policies that are asked about them. */
  readonly alike: number
  /** What admission watches, and what was not tried, because there is too much of it. */
  readonly untried: number
}

/**
 * Asks by dry run whether the server accepts each DELETE: of objects that no webhook or policy watches, one per type
 * and namespace; with `onlyWatched` none of these, since only a refusal counts.
 */
export function tryDeletions(objects: readonly StuckObject[], facts: Facts, onlyWatched = false): Tried {
  const live = objects.filter(({ meta }) => meta.deletionTimestamp === undefined)
  const likes = Map.groupBy(live, held => likeOf(held, facts))
  const chosen: StuckObject[] = []
  let untried = 0
  for (const [like, same] of likes) {
    const room = MAX_TRIED - chosen.length
    const wanted = like.startsWith(WATCHED) ? same : same.slice(0, onlyWatched ? 0 : 1)
    append(chosen, wanted.slice(0, Math.max(room, 0)))
    untried += Math.max(wanted.length - Math.max(room, 0), 0)
  }
  const answers = eachTogether(chosen, held => ({ held, fact: readDeletion(held, facts) }))
  const refused = new Map<string, Rejection>()
  const unanswered: { held: StuckObject; why: Sentence }[] = []
  for (const { held, fact } of answers) {
    if (fact.state === 'unreadable') unanswered.push({ held, why: whyUnread(fact.why) })
    if (fact.state !== 'known' || fact.value.accepted) continue
    const rejection = rejectionOf(fact.value)
    if (isPassing(rejection)) unanswered.push({ held, why: fact.value.message })
    else refused.set(held.ref.uid, rejection)
  }
  // What has no answer stands for nothing.
  const alike = unanswered.length > 0 ? 0 : live.length - chosen.length - untried
  return { refused, unanswered, tried: chosen.length - unanswered.length, alike, untried }
}

function whyUnread(why: Unreadable): Sentence {
  return why.reason === NOT_RECORDED ? message('NoDryRunsRecorded') : (why.message as Sentence)
}

export function readDeletion({ ref }: StuckObject, facts: Facts): Fact<DryRunAnswer> {
  const { resource, namespace, name, uid } = ref
  return facts.read({ about: 'deletion', resource, namespace, name, uid, now: false })
}

const WATCHED = 'watched '

function likeOf(held: StuckObject, facts: Facts): string {
  const [webhooks, policies] = together(
    () => allWebhooks(facts),
    () => boundPolicies(facts, 'validatingadmissionpolicies'),
  )
  const found: readonly { readonly name: string; readonly match: Match }[] = [
    ...webhooks.webhooks.map(({ webhook, configuration }) => ({
      name: `${configuration.name}/${webhook.name}`,
      match: matches(webhook, held, 'DELETE', facts),
    })),
    ...policies.policies.map(({ ref, matching }) => ({
      name: ref.name,
      match: matches(matching, held, 'DELETE', facts),
    })),
  ]
  const names = found.filter(({ match }) => match !== 'no').map(({ name }) => name)
  const like = JSON.stringify([held.ref.resource, held.ref.namespace, names])
  return names.length > 0 ? `${WATCHED}${like}` : like
}
