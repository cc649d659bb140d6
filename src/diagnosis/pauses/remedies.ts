import type { ObjectRef } from '../../api/object-ref.ts'
import { message } from '../../messages/sentence.ts'
import type { SwitchPlace } from '../catalogue/switches.ts'
import type { Remedy } from '../explanation.ts'
import { toRepair } from '../remedy.ts'
import { commandLine, namespaceFlag } from '../shell-quote.ts'
import { textOf } from './paused-by.ts'

/** Takes the switch off the objects that have it, one command a namespace. */
export function unpause(place: SwitchPlace, refs: readonly ObjectRef[], isRefused: boolean): readonly Remedy[] {
  const distinct = [...new Map(refs.map(ref => [ref.uid, ref])).values()]
  return [
    toRepair(
      message('TurnOff', { pause: textOf(place), isRefused }),
      [...Map.groupBy(distinct, ref => `${ref.resource} ${ref.namespace ?? ''}`).values()].map(same =>
        commandFor(place, same),
      ),
      'medium',
    ),
  ]
}

function commandFor(place: SwitchPlace, refs: readonly ObjectRef[]): string {
  const [{ resource, namespace }] = refs as [ObjectRef]
  const names = refs.map(({ name }) => name)
  const where = namespaceFlag(namespace)
  if ('annotation' in place)
    return commandLine('kubectl', 'annotate', resource, ...names, ...where, `${place.annotation}-`)
  if ('label' in place) return commandLine('kubectl', 'label', resource, ...names, ...where, `${place.label}-`)
  const off = place.off === undefined ? false : place.off
  const patch = JSON.stringify(
    `spec.${place.field}`.split('.').reduceRight<unknown>((value, name) => ({ [name]: value }), off),
  )
  return commandLine('kubectl', 'patch', resource, ...names, ...where, '--type=merge', '-p', patch)
}
