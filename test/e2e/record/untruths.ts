import {
  asText,
  beyond,
  type Compared,
  comparedCauses,
  comparedObjects,
  type Difference,
  isAnyOf,
  isNamedAfterAnother,
  missing,
} from './compared.ts'
import { type Looks, type Movement, movementOf } from './movement.ts'
import { type ToldCause, type ToldObject, targetOf } from './told.ts'

/** All that a dump tells wrong. What it tells for certain has to be what the cluster tells; what is lost is unknown. */
export function untruths(looks: Looks): readonly Difference[] {
  const movement = movementOf(looks)
  return [
    ...untoldLoss(looks),
    ...comparedObjects(looks).flatMap(each => ofObject(each, looks, movement)),
    ...comparedCauses(looks).flatMap(each => ofCause(each, looks, movement)),
  ]
}

/** A dump that lacks what the cluster tells does not tell all, and says so. */
function untoldLoss({ here, before, after }: Looks): readonly Difference[] {
  if (!here.complete) return []
  const lost = missing(
    here.objects.map(({ uid }) => uid),
    [before, after].map(({ objects }) => objects.map(({ uid }) => uid)),
  )
  const isTold = lost.length === 0 && (before.complete || after.complete)
  return isTold ? [] : [{ what: `all is told, without ${lost.join(', ')}`, isOfMovement: false }]
}

function ofObject(
  { name, here, there }: Compared<ToldObject>,
  looks: Looks,
  movement: Movement,
): readonly Difference[] {
  if (here === undefined) return []
  const { uid, verdict, waitingFor, causes } = here
  const as = { what: `${name} as ${asText(here)}`, isOfMovement: false }
  if (there.length === 0) return [{ ...as, isOfMovement: movement.moved(uid) }]
  const leadsToMoved = (edge: string) => movement.moved(targetOf(edge))
  const edges = beyond(
    waitingFor,
    there.map(each => each.waitingFor),
  ).map(edge => ({ what: `${name} waits for ${edge}`, isOfMovement: leadsToMoved(edge) }))
  if (verdict === 'unknown' || isAnyOf(here, there, each => each.verdict)) return edges
  // It waits for what it waits for there too, and no cause of it is certain: what else holds it is lost.
  const isUnsure = causes.every(id => looks.here.causes.find(each => each.id === id)?.verdict === 'unknown')
  if (verdict === 'waiting' && isUnsure) return edges
  return [...edges, { ...as, isOfMovement: verdict === 'waiting' && waitingFor.some(leadsToMoved) }]
}

/** A repair whose only commands look is one that cannot be told in commands: how to see what is to be repaired is printed. */
const isLook = ({ kind, commands }: ToldCause['remedies'][number]): boolean =>
  kind === 'inspect' || (commands.length > 0 && commands.every(command => /^kubectl (?:get|describe) /.test(command)))

/** A rejection is known by what the server said; whose it is stands in configurations that a dump may lack. */
const LESS_DEEP = ['WebhookUnavailable', 'RequestDenied']

function ofCause(
  { name, here, there }: Compared<ToldCause>,
  { before, after }: Looks,
  movement: Movement,
): readonly Difference[] {
  if (here === undefined || here.verdict === 'unknown') return []
  const { code, verdict, blocks } = here
  const as = { what: `${name} as ${asText(here)}`, isOfMovement: false }
  if (there.length === 0) {
    const both = [before, after]
    // What a controller reports is true; why it fails (a webhook, a missing right) takes the server's own answer.
    const wasStuck = (uid: string) =>
      both.some(({ objects }) => objects.some(each => each.uid === uid && each.verdict === 'stuck'))
    if (code === 'CleanupFailing' && blocks.every(wasStuck)) return []
    const isWhole = (cause: ToldCause) =>
      cause.code === code && cause.verdict === verdict && blocks.every(uid => cause.blocks.includes(uid))
    if (LESS_DEEP.includes(code) && both.some(({ causes }) => causes.some(isWhole))) return []
    return [{ ...as, isOfMovement: movement.passing(here) }]
  }
  const isSubject = isAnyOf(here, there, each => each.subject) || isNamedAfterAnother(here, there)
  const isSaid = isAnyOf(here, there, each => each.verdict) && isSubject
  // What changes nothing may be told beyond: it is how to see what is lost.
  const remedies = (cause: ToldCause) => cause.remedies.filter(each => !isLook(each)).map(asText)
  return [
    ...(isSaid ? [] : [as]),
    ...beyond(
      blocks,
      there.map(each => each.blocks),
    ).map(uid => ({ what: `${name} holds ${uid}`, isOfMovement: movement.touched(uid) })),
    ...beyond(remedies(here), there.map(remedies)).map(each => ({
      what: `${name} ends by ${each}`,
      isOfMovement: false,
    })),
  ]
}
