import { rfc3339 } from '../../api/rfc3339.ts'
import type { CommandContext, NamedContext } from '../../commandline/command.ts'
import { lookInEach, type Member, ofContext } from '../../commandline/contexts-flag.ts'
import { printStructured } from '../../commandline/print-structured.ts'
import { ExitCode } from '../../exit-code.ts'
import { type Explained, explainCluster } from '../../operations/explain/explain-cluster.ts'
import { isFailure } from '../../operations/inspect/read-failures.ts'
import { QUIET } from '../../operations/scan-progress.ts'
import { sharedCauseLines } from '../../render/clusters.ts'
import { notesOn } from '../../render/commentary.ts'
import { formatFailure } from '../../render/failure.ts'
import { mergedExplanation } from '../../render/merged-explanation.ts'
import { worded } from '../../render/words/explanation.ts'
import type { Output } from '../../terminal.ts'
import type { ExplainOptions } from './options.ts'
import { printExplanation } from './print-explanation.ts'

interface Within {
  readonly explained: Explained
  readonly place: string
  readonly context: CommandContext
}

/** Explains several clusters as one answer: shared causes, then each cluster. One that fails is a line: exit code 1. */
export async function explainContexts(
  chosen: readonly NamedContext[],
  options: ExplainOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const members = await lookInEach(chosen, async (within): Promise<Within> => {
    const session = await within.connect()
    return { explained: await explainCluster(options, session, within, QUIET), place: session.place, context: within }
  })
  if (options.format !== undefined)
    await printStructured(context.terminal.stdout, options.format as 'json' | 'yaml', mergedObject(members, context))
  else await printEach(members, options, context.terminal.stdout)
  for (const member of members)
    for (const line of linesOf(member)) context.terminal.stderr.write(ofContext(member.context, line))
  if (context.signal.aborted) return ExitCode.interrupted
  return members.some(isFailed) ? ExitCode.error : ExitCode.done
}

async function printEach(members: readonly Member<Within>[], options: ExplainOptions, stdout: Output): Promise<void> {
  const answers = members.filter(member => 'answer' in member)
  const shared = sharedCauseLines(
    answers.map(({ context, answer }) => ({ context, causes: worded(answer.explained.explanation).causes })),
  )
  if (shared.length > 0) stdout.write(`${shared.join('\n')}\n\n`)
  for (const { answer } of answers) {
    const { explained, place, context } = answer
    if (explained.explanation.objects.length === 0) continue
    stdout.write(`# ${place}\n`)
    await printExplanation(explained, { place, notes: [] }, options, context)
    stdout.write('\n')
  }
}

/** One Explanation of all. */
function mergedObject(members: readonly Member<Within>[], { clock }: CommandContext): object {
  const explained = members.map(member =>
    'failure' in member
      ? member
      : { context: member.context, explanation: worded(member.answer.explained.explanation) },
  )
  return mergedExplanation(explained, rfc3339(clock.now()))
}

function linesOf(member: Member<Within>): readonly string[] {
  if ('failure' in member) return [`error: ${member.failure}`]
  const { read, failures } = member.answer.explained
  return [...notesOn(read), ...failures.map(formatFailure)]
}

function isFailed(member: Member<Within>): boolean {
  if ('failure' in member) return true
  const { explanation, failures } = member.answer.explained
  return failures.length > 0 || explanation.unreadable.some(isFailure)
}
