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
import { type Told, type ToldCause, type ToldObject, targetOf } from './told.ts'

/**
 * All that a recording tells otherwise: it has to tell the same. What is told neither as before nor as after, and part by part as in one
 * of both, was read while it moved. So was a type that could not be read, which other tests end or break: that reading is compared no
 * further. What the recording itself lacks is wrong at once.
 */
export function differences(looks: Looks): readonly Difference[] {
  const movement = movementOf(looks)
  const { here, before, after } = looks
  const isComplete = isAnyOf(here, [before, after], ({ complete }) => complete)
  const lost = here.lost.filter(each => !before.lost.includes(each) && !after.lost.includes(each))
  if (!isComplete && lost.length > 0) {
    return [{ what: `not told: ${lost.join(', ')}`, isOfMovement: !lost.some(each => each.endsWith(NOT_RECORDED)) }]
  }
  return [
    ...(isComplete ? [] : [{ what: here.complete ? 'all is told' : 'not all is told', isOfMovement: false }]),
    ...comparedObjects(looks).flatMap(each => ofObject(each, looks.here, movement)),
    ...comparedCauses(looks).flatMap(each => ofCause(each, movement)),
  ]
}

const NOT_RECORDED = ' NotRecorded'

function ofObject(
  { name, here, there }: Compared<ToldObject>,
  { causes }: Told,
  movement: Movement,
): readonly Difference[] {
  // What is told before and after is there between.
  if (here === undefined) return [{ what: `${name} is not told`, isOfMovement: false }]
  const as = `${name} as ${asText(here)}`
  if (there.length === 0) return [{ what: as, isOfMovement: movement.moved(here.uid) }]
  const { verdict, waitingFor } = here
  const leadsToMoved = (edge: string) => movement.moved(targetOf(edge))
  const isSaid = isAnyOf(here, there, each => each.verdict) || (verdict === 'waiting' && waitingFor.some(leadsToMoved))
  const isPassing = (id: string) => causes.some(cause => cause.id === id && movement.passing(cause))
  return [
    { what: as, isOfMovement: isSaid },
    ...ofSet(`${name} waits for`, here, there, each => each.waitingFor, leadsToMoved),
    ...ofSet(`${name} is held by`, here, there, each => each.causes, isPassing),
  ]
}

function ofCause({ name, here, there }: Compared<ToldCause>, movement: Movement): readonly Difference[] {
  if (here === undefined) return [{ what: `${name} is not told`, isOfMovement: false }]
  const as = `${name} as ${asText(here)}`
  if (there.length === 0) return [{ what: as, isOfMovement: movement.passing(here) }]
  const isSubject = isAnyOf(here, there, each => each.subject) || isNamedAfterAnother(here, there, movement.moved)
  const isSaid = isAnyOf(here, there, each => each.verdict) && isSubject
  return [
    { what: as, isOfMovement: isSaid },
    ...ofSet(`${name} holds`, here, there, each => each.blocks, movement.touched),
    ...ofSet(
      `${name} ends by`,
      here,
      there,
      each => each.remedies.map(asText),
      () => false,
    ),
  ]
}

function ofSet<Item>(
  name: string,
  here: Item,
  there: readonly Item[],
  of: (item: Item) => readonly string[],
  mayBeNew: (each: string) => boolean,
): readonly Difference[] {
  return [
    ...beyond(of(here), there.map(of)).map(each => ({ what: `${name} ${each}`, isOfMovement: mayBeNew(each) })),
    ...missing(of(here), there.map(of)).map(each => ({ what: `${name} no more ${each}`, isOfMovement: false })),
  ]
}
