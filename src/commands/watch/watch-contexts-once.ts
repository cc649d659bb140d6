import { rfc3339 } from '../../api/rfc3339.ts'
import type { CommandContext, NamedContext } from '../../commandline/command.ts'
import { lookInEach, type Member, ofContext } from '../../commandline/contexts-flag.ts'
import { printStructured } from '../../commandline/print-structured.ts'
import { ExitCode } from '../../exit-code.ts'
import { QUIET } from '../../operations/scan-progress.ts'
import { mergedExplanation } from '../../render/merged-explanation.ts'
import { watchLine } from '../../render/watch-lines.ts'
import type { Clock } from '../../terminal.ts'
import { type LookedOnce, lookOnce } from './look-once.ts'
import type { WatchOptions } from './options.ts'
import { writeTextfile } from './write-textfile.ts'

interface Within {
  readonly looked: LookedOnce
  /** By the time of this cluster's server. */
  readonly clock: Clock
}

/**
 * The first of these that a cluster has is the exit code of all: 3 where something is held, else 1 where one is dead or
 * not complete.
 */
const WORST = [ExitCode.interrupted, ExitCode.refused, ExitCode.error] as const

/** One look at several clusters as one answer. A dead one is a line. */
export async function watchContextsOnce(
  options: WatchOptions,
  chosen: readonly NamedContext[],
  context: CommandContext,
): Promise<ExitCode> {
  const { stdout, stderr } = context.terminal
  const members = await lookInEach(chosen, async (within): Promise<Within> => {
    const looked = await lookOnce(options, await within.connect(), within, QUIET)
    return { looked, clock: within.clock }
  })
  const looks = members.map(member => lookOf(member, context.clock))
  const time = rfc3339(context.clock.now())
  if (options.format === undefined) {
    for (const { context: name, looked } of looks)
      for (const cause of looked?.explanation.causes ?? [])
        stdout.write(watchLine(time, { event: 'CauseFound', cause }, name))
  } else await printStructured(stdout, options.format, mergedExplanation(members.map(explained), time))
  if (!context.signal.aborted) await writeTextfile(options, looks)
  for (const { context: name, lines } of looks) for (const line of lines) stderr.write(ofContext(name, line))
  const codes = context.signal.aborted ? [ExitCode.interrupted] : looks.map(({ exitCode }) => exitCode)
  return WORST.find(code => codes.includes(code)) ?? ExitCode.done
}

function explained(member: Member<Within>) {
  const { context } = member
  return 'answer' in member ? { context, explanation: member.answer.looked.explanation } : member
}

/** What the look at a cluster came to; a dead one was not looked at. */
function lookOf(member: Member<Within>, clock: Clock) {
  const { context } = member
  if ('failure' in member)
    return { context, looked: undefined, clock, lines: [`error: ${member.failure}`], exitCode: ExitCode.error }
  const { lines, exitCode } = member.answer.looked
  return { context, ...member.answer, lines, exitCode }
}
