import { ExitCode } from '../exit-code.ts'
import { formatFailure } from '../render/failure.ts'
import { type CommandContext, defineCommand, type Session } from './command.ts'
import { commentary, isFailure, isNothingRead, type Looked, namespaceNotFound } from './commentary.ts'
import { type Explained, explainCluster } from './explain/explain-cluster.ts'
import { leftInMissing } from './explain/left-in-missing.ts'
import { type ExplainOptions, explainFlags, readOptions } from './explain/options.ts'
import { printExplanation } from './explain/print-explanation.ts'
import { duringScan } from './scan-progress.ts'

export const explain = defineCommand({
  name: 'explain',
  also: ['why', 'describe', 'show', 'status'],
  words: '[TYPE/NAME... | TYPE NAME...]',
  completes: 'objects',
  summary: 'Explain why terminating objects do not go: the chain down to its root causes, with proof',
  examples: [
    ['kubectl finalize explain', 'Everything terminating in the cluster, grouped by root cause'],
    ['kubectl finalize explain -n shop', 'The namespace shop: its objects and the Namespace itself'],
    ['kubectl finalize explain ns/shop pvc/data', 'Two objects; also what would hold one that is not deleted yet'],
    ['kubectl finalize explain --observe 10s', 'Two looks, to tell what moves from what stands still'],
    ['kubectl finalize explain -q', 'One line a cause'],
    ['kubectl finalize explain -o json', 'For scripts: kind Explanation'],
  ],
  flags: explainFlags,
  async run(invocation, context) {
    const options = readOptions(invocation)
    const session = await context.connect()
    try {
      return await explainTo(invocation, options, session, context)
    } catch (error) {
      const left = await leftInMissing(error, session.transport, context)
      if (left === undefined) throw error
      context.terminal.stderr.write(`${formatFailure(error)}\n${left}\n`)
      return ExitCode.error
    }
  },
})

async function explainTo(
  { words }: { readonly words: readonly string[] },
  options: ExplainOptions,
  session: Session,
  context: CommandContext,
): Promise<ExitCode> {
  const explained = await duringScan(context, report => explainCluster(options, session, context, report))
  const { answer, survey, interrupted, failures } = explained
  const empty = answer.explanation.objects.length === 0
  if (survey?.namespaceExists === false && empty) throw namespaceNotFound(options.namespace!)
  await printExplanation(answer, words, options, context)
  const nothingRead = survey !== undefined && empty && isNothingRead(survey.snapshot, context)
  for (const line of comments(explained, { namespace: options.namespace, empty, nothingRead }))
    context.terminal.stderr.write(`${line}\n`)
  for (const failure of failures) {
    const left = await leftInMissing(failure, session.transport, context)
    for (const line of [formatFailure(failure), left]) if (line) context.terminal.stderr.write(`${line}\n`)
  }
  if (interrupted) return ExitCode.interrupted
  const unread = survey?.snapshot.unreadable.some(isFailure) ?? false
  return unread || nothingRead || failures.length > 0 ? ExitCode.error : ExitCode.done
}

function comments(
  { answer, survey, interrupted }: Explained,
  more: Pick<Looked, 'namespace' | 'empty' | 'nothingRead'>,
): readonly string[] {
  if (survey === undefined) return []
  const { unreadable } = answer.explanation
  return commentary({ ...survey.snapshot, unreadable, interrupted, ...more })
}
