import { placedText } from '../../api/object-text.ts'
import { printable } from '../../api/printable.ts'
import { resourceName } from '../../api/resource-type.ts'
import { message } from '../../messages/sentence.ts'
import { reachBy } from '../../plan/aim.ts'
import { type Advice, advised } from '../../plan/reach.ts'
import { holdFor, stoppedByRescue } from '../../plan/rescue/hold.ts'
import { type Rescue, type Saved, volumeSpecOf } from '../../plan/rescue/rescue.ts'
import { inWords } from '../../render/words/in-words.ts'
import type { Ports } from '../ports.ts'

/** How a namespace whose content was kept goes on: it has to end, and is then created again. */
export function commandLineFor(name: string, folder: string, { aim }: Pick<Ports, 'aim'>): string {
  const words = ['kubectl', 'finalize', 'rescue', `namespace/${name}`, '--from-backup', folder]
  const advice: readonly Advice[] = [
    advised(message('ToDeleteNamespace'), reachBy(aim), 'kubectl', 'finalize', 'namespace', name),
    advised(message('ToCreateItAgain'), reachBy(aim), ...words),
  ]
  return advice.map(adviceText).join('')
}

/**
 * How a rescue that was ended before its end goes on, and, for what it may still hold, the command that sets it back by hand:
 * files of the run can be lost, and a workload of others must not stand still for that.
 */
export function stillHeld({ volumes, controllers }: Rescue, { aim }: Pick<Ports, 'aim'>): string {
  const policyOf = ({ object }: Saved) => volumeSpecOf(object).persistentVolumeReclaimPolicy
  const held = [
    ...stoppedByRescue(controllers).map(each => [each, holdFor(each.object.kind).was(each.object)] as const),
    ...volumes
      .filter(each => policyOf(each) !== 'Retain')
      .map(each => [each, { persistentVolumeReclaimPolicy: policyOf(each) }] as const),
  ]
  const advice = held.map(([{ type, object }, spec]) => {
    const { kind, metadata } = object
    const { name, namespace } = metadata
    const place = namespace === undefined ? [] : ['-n', namespace]
    const words = ['kubectl', 'patch', resourceName(type), name, ...place, '--type', 'merge', '-p']
    return advised(placedText({ kind, name, namespace }), reachBy(aim), ...words, JSON.stringify({ spec }))
  })
  const goOn = `${inWords(message('RescueUnfinished'))}\n`
  if (advice.length === 0) return goOn
  return `${goOn}${inWords(message('RescueHolds'))}\n${advice.map(adviceText).join('')}`
}

function adviceText({ what, commands }: Advice): string {
  const lines = [`${inWords(what)}${commands.length === 0 ? '' : ':'}`, ...commands.map(command => `  ${command}`)]
  return lines.map(line => `${printable(line)}\n`).join('')
}
