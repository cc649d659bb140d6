import { placedText } from '../../api/object-text.ts'
import { resourceName } from '../../api/resource-type.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import { advised } from '../../plan/reach.ts'
import { holdFor, stoppedByRescue } from '../../plan/rescue/hold.ts'
import { type Rescue, type Saved, volumeSpecOf } from '../../plan/rescue/rescue.ts'
import type { Section } from '../../plan/sections.ts'
import type { Ports } from '../ports.ts'

/** How a namespace whose content was kept goes on: it has to end, and is then created again. */
export function nextFor(name: string, folder: string, { aim }: Pick<Ports, 'aim'>): readonly Section[] {
  const words = ['kubectl', 'finalize', 'rescue', `namespace/${name}`, '--from-backup', folder]
  return [
    advised(message('ToDeleteNamespace'), aim, 'kubectl', 'finalize', 'namespace', name),
    advised(message('ToCreateItAgain'), aim, ...words),
  ].map(advice => ({ part: 'advice', advice }))
}

/**
 * How a rescue that was cut short goes on, and, for what it may still hold, the command that sets it back by hand:
 * files of the run can be lost, and a workload of others must not stay stopped.
 */
export function stillHeld({ volumes, controllers }: Rescue, { aim }: Pick<Ports, 'aim'>): readonly Section[] {
  const policyOf = ({ object }: Saved) => volumeSpecOf(object).persistentVolumeReclaimPolicy
  const held = [
    ...stoppedByRescue(controllers).map(each => [each, holdFor(each.object.kind).was(each.object)] as const),
    ...volumes
      .filter(each => policyOf(each) !== 'Retain')
      .map(each => [each, { persistentVolumeReclaimPolicy: policyOf(each) }] as const),
  ]
  const advice = held.map(([{ type, object }, spec]): Section => {
    const { kind, metadata } = object
    const { name, namespace } = metadata
    const place = namespace === undefined ? [] : ['-n', namespace]
    const words = ['kubectl', 'patch', resourceName(type), name, ...place, '--type', 'merge', '-p']
    const what = placedText({ kind, name, namespace })
    return { part: 'advice', advice: advised(what, aim, ...words, JSON.stringify({ spec })) }
  })
  const said = [message('RescueUnfinished'), ...(advice.length === 0 ? [] : [message('RescueHolds')])]
  return [...said.map((what): Section => ({ part: 'advice', advice: { what, commands: [] } })), ...advice]
}

/** So many are named at the end; the plan has counted them before. */
const MAX_TOLD = 40

/** What a rescue does not bring back, to be told at its end. */
export function lostOf(lost: readonly Sentence[]): Section {
  const more = lost.length > MAX_TOLD ? [message('MoreLost', { count: lost.length - MAX_TOLD })] : []
  return { part: 'lost', lost: [...lost.slice(0, MAX_TOLD), ...more] }
}
