import { createPaint } from '../../render/paint.ts'
import { formatReplayPlan } from '../../render/replay-plan.ts'
import type { CommandContext } from '../command.ts'
import type { WriteOptions } from '../write/write-flags.ts'
import type { Prepared } from './prepare.ts'

/** Shows the plan: as the answer of a dry run, else beside it. */
export function showReplayPlan(
  { object, groups, place, live, protections }: Prepared,
  timeoutSeconds: number | undefined,
  afterwards: string,
  { dryRun, format, backupDirectory }: WriteOptions,
  { terminal: { stdout, stderr, colour } }: CommandContext,
): void {
  const output = dryRun !== 'none' && format === undefined ? stdout : stderr
  const { namespace, name } = object.metadata
  const subject = `${object.kind.toLowerCase()}/${name}${namespace === undefined ? '' : ` in namespace ${namespace}`}`
  const paint = createPaint(colour && output.columns !== undefined)
  output.write(
    formatReplayPlan(
      { subject, place, groups, live, protections, timeoutSeconds, afterwards },
      { width: output.columns, paint },
    ),
  )
  if (dryRun === 'none') output.write(`\nA backup of each object is kept in ${backupDirectory} before it is deleted.\n`)
}
