import { adviceText, advised } from '../../change/reach.ts'
import { printable } from '../../render/printable.ts'
import { reachBy } from '../aim.ts'
import type { CommandContext } from '../command.ts'

/** How a namespace whose content was kept goes on: it has to end, and is then created again. */
export function commandLineFor(name: string, folder: string, { aim }: Pick<CommandContext, 'aim'>): string {
  const words = ['kubectl', 'finalize', 'rescue', `namespace/${name}`, '--from-backup', folder]
  const lines = [
    adviceText([advised('when it is to go', reachBy(aim), 'kubectl', 'finalize', 'namespace', name)]),
    adviceText([advised('when it is gone, to create it again', reachBy(aim), ...words)]),
  ]
  return lines.map(line => `${printable(line)}\n`).join('')
}
