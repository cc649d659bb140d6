import type { CommandContext } from '../../commandline/command.ts'
import { planLine } from '../../render/hanging.ts'

/** So many are named at the end; the plan has counted them before. */
const MAX_TOLD = 40

/** Says at the end, on stderr, what a rescue does not bring back: each in words without a full stop. */
export function tellLost(lost: readonly string[], { terminal: { stderr } }: Pick<CommandContext, 'terminal'>): void {
  const more = lost.length > MAX_TOLD ? [`${lost.length - MAX_TOLD} more`] : []
  for (const text of [...lost.slice(0, MAX_TOLD), ...more])
    stderr.write(
      planLine('lost', text, stderr.columns)
        .map(line => `${line}\n`)
        .join(''),
    )
}
