import type { ObjectRef } from '../../api/object-ref.ts'
import { factFrom, message, type Sentence } from '../../messages/sentence.ts'
import type { Cause, Remedy } from '../explanation.ts'
import { policies } from '../policy.ts'
import { BY_ORDER } from '../stuck-object.ts'
import type { Foresight } from './foresee.ts'
import { lostBy } from './lost.ts'
import { definitionsIn, onlyContent } from './reach.ts'

/** By which a controller, or the server itself, is known to be there for its finalizers: what it works on goes. */
const WORKS: ReadonlySet<string> = new Set(['CleanupInProgress', 'PodTerminating'])

/**
 * The causes as a preflight may tell them: `unknown` if it depends on which of two deletions comes first, and without
 * advice that is only for objects that are being deleted.
 */
export function judgedCauses(foreseen: Foresight): readonly Cause[] {
  const { reach, context } = foreseen
  const causes = foreseen.diagnosis.causes.flatMap(cause => splitRace(cause, foreseen))
  return causes.map(each => {
    const cause = withoutUnowned(withUntouched(each, foreseen), foreseen)
    // A target whose deletion the server refuses to the user himself.
    if (policies[cause.code].explainsRejection && cause.blocks.some(({ uid }) => context.together?.refused.has(uid)))
      return { ...cause, remedies: cause.remedies.flatMap(beforehand), verdict: 'stuck' as const }
    const raced = cause.verdict === 'stuck' ? raceOf(cause, foreseen) : undefined
    // Of what is being deleted already, what `explain` advises is right.
    const isOfToday = cause.blocks.every(({ uid }) => reach.get(uid)?.held.meta.deletionTimestamp !== undefined)
    const remedies = isOfToday ? cause.remedies : cause.remedies.flatMap(beforehand)
    if (raced === undefined) return { ...cause, remedies }
    const evidence = [...cause.evidence, { fact: raced, source: BY_ORDER }]
    return { ...cause, remedies, verdict: 'unknown' as const, evidence }
  })
}

/** What holds a Pod holds all that is left in its namespace, whatever its own finalizers would come to. */
function withUntouched(cause: Cause, { reach, fates }: Foresight): Cause {
  const places = new Set(
    cause.blocks.flatMap(({ resource, namespace }) =>
      resource === 'pods' && fates.untouched.has(namespace) ? [namespace] : [],
    ),
  )
  if (places.size === 0 || cause.verdict === 'progressing') return cause
  const isContent = onlyContent(reach)
  const left = [...reach.values()].flatMap(({ held }) => {
    const { ref } = held
    return isContent(held) && places.has(ref.namespace) && fates.of.get(ref.uid)?.is !== 'gone' ? [ref] : []
  })
  const blocks = [...new Map([...cause.blocks, ...left].map(ref => [ref.uid, ref])).values()]
  return { ...cause, blocks }
}

/**
 * A dependent whose owner's type is deleted too may stay: the garbage collector cannot look up such an owner, and then
 * leaves the dependent alone. A cause that blocks nothing else is not sure either.
 */
function withoutUnowned(cause: Cause, { reach }: Foresight): Cause {
  if (cause.verdict !== 'stuck') return cause
  const definitions = definitionsIn(reach)
  const losesType = (uid: string): boolean => {
    const { why, of } = reach.get(uid) ?? {}
    return why === 'Dependent' && of !== undefined && (definitions.has(of.resource) || losesType(of.uid))
  }
  const sure = definitions.size === 0 ? cause.blocks : cause.blocks.filter(({ uid }) => !losesType(uid))
  if (sure.length > 0) return { ...cause, blocks: sure }
  const fact = message('OwnerGoesWithType')
  return { ...cause, verdict: 'unknown', evidence: [...cause.evidence, { fact, source: 'ownerReferences' }] }
}

/** Removals, rescues and waits are for what is being deleted. */
function beforehand(remedy: Remedy): readonly Remedy[] {
  if (remedy.kind === 'remove' || remedy.kind === 'wait') return []
  const commands = remedy.commands.filter(
    command => !/\bfinalize (remove|rescue|namespace|explain|restore)\b/.test(command),
  )
  if (commands.length === 0 && remedy.commands.length > 0) return []
  return [{ ...remedy, commands }]
}

/** In words, why it is not sure that it comes to that; undefined: it is. */
function raceOf({ code, subject, blocks }: Cause, { reach, fates, lost, context }: Foresight): Sentence | undefined {
  if (code === 'WebhookUnavailable') {
    const own = lostBy(subject, lost.webhooks)
    const isFirst = blocks.some(({ uid }) => {
      const held = reach.get(uid)?.held
      return held !== undefined && own.some(({ service }) => context.together?.endsFirst(service, held))
    })
    return own.length === 0 || isFirst ? undefined : message('ChangedBeforeWebhookGoes')
  }
  if (code === 'APIServiceUnavailable') {
    const own = lost.apis.find(({ ref }) => 'uid' in subject && ref.uid === subject.uid)
    // The Pods behind it end before the namespace is emptied.
    const isFirst =
      own &&
      [...reach.values()].some(
        ({ held }) => held.ref.resource === 'pods' && context.together?.endsFirst(own.service, held),
      )
    return own === undefined || isFirst ? undefined : message('GoneBeforeApiIs')
  }
  if (code !== 'ReferenceMissing') return undefined
  const isGone = [...reach.values()].some(
    ({ held: { ref } }) =>
      ref.kind === subject.kind &&
      ref.name === subject.name &&
      ref.namespace === subject.namespace &&
      fates.of.get(ref.uid)?.is === 'gone',
  )
  return isGone ? message('DeletedAtSameTime') : undefined
}

/** Whether nothing but what is at work holds anything, and nothing is advised to shorten that. */
export function isAtWorkOnly(causes: readonly Cause[]): boolean {
  return causes.every(
    ({ code, verdict, remedies }) =>
      verdict === 'progressing' && WORKS.has(code) && remedies.every(({ kind }) => kind === 'wait'),
  )
}

/**
 * A webhook that would be lost surely blocks what is deleted after its server, and perhaps what is deleted at the same
 * time: if it blocks both, these are two causes.
 */
function splitRace(cause: Cause, { reach, lost, context, diagnosis }: Foresight): readonly Cause[] {
  const { subject, blocks } = cause
  if (cause.code !== 'WebhookUnavailable' || cause.verdict !== 'stuck') return [cause]
  const own = lostBy(subject, lost.webhooks)
  const isDirect = ({ uid }: ObjectRef): boolean =>
    diagnosis.direct.get(uid)?.some(each => each.cause.id === cause.id) ?? false
  const isSure = ({ uid }: ObjectRef): boolean => {
    const held = reach.get(uid)?.held
    return held !== undefined && own.some(({ service }) => context.together?.endsFirst(service, held))
  }
  const direct = blocks.filter(isDirect)
  const sure = direct.filter(isSure)
  if (own.length === 0 || sure.length === 0 || sure.length === direct.length) return [cause]
  const places = new Set(sure.map(({ namespace }) => namespace))
  const certain = blocks.filter(ref =>
    isDirect(ref) ? isSure(ref) : places.has(ref.namespace ?? ref.name) || ref.namespace === undefined,
  )
  const others = blocks.filter(ref => !certain.includes(ref))
  const evidence = [...cause.evidence, factFrom(BY_ORDER, 'ChangedBeforeWebhookGoes')]
  return [
    { ...cause, blocks: certain },
    { ...cause, id: `${cause.id}/raced`, verdict: 'unknown', evidence, blocks: others },
  ]
}
