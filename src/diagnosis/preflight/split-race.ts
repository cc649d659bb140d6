import type { ObjectRef } from '../../api/object-ref.ts'
import { factFrom } from '../../messages/sentence.ts'
import type { Cause } from '../explanation.ts'
import { BY_ORDER } from '../stuck-object.ts'
import type { Foresight } from './foresee.ts'
import { lostBy } from './lost-webhooks.ts'

/**
 * A webhook that would be lost surely blocks what is deleted after its server, and perhaps what is deleted at the same
 * time: if it blocks both, these are two causes.
 */
export function splitRace(cause: Cause, { reach, lost, context, diagnosis }: Foresight): readonly Cause[] {
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
