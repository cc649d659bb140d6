import { reachBy } from '../../commandline/aim.ts'
import type { CommandContext } from '../../commandline/command.ts'
import { type Advice, advised } from '../../plan/reach.ts'
import { printable } from '../../render/printable.ts'

/** How a namespace whose content was kept goes on: it has to end, and is then created again. */
export function commandLineFor(name: string, folder: string, { aim }: Pick<CommandContext, 'aim'>): string {
  const words = ['kubectl', 'finalize', 'rescue', `namespace/${name}`, '--from-backup', folder]
  const advice: readonly Advice[] = [
    advised('when it is to go', reachBy(aim), 'kubectl', 'finalize', 'namespace', name),
    advised('when it is gone, to create it again', reachBy(aim), ...words),
  ]
  const lines = advice.flatMap(({ what, commands }) => [`${what}:`, ...commands.map(command => `  ${command}`)])
  return lines.map(line => `${printable(line)}\n`).join('')
}
