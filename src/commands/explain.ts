import { printable } from '../api/printable.ts'
import { type CommandContext, defineCommand } from '../commandline/command.ts'
import { chosenContexts } from '../commandline/contexts-flag.ts'
import { deliver } from '../commandline/deliver.ts'
import { endable } from '../endable.ts'
import { ExitCode } from '../exit-code.ts'
import { lookAt } from '../operations/explain/look-at.ts'
import { type OrphanedContent, orphanedContent } from '../operations/explain/orphaned-content.ts'
import { isFailure } from '../operations/inspect/read-failures.ts'
import type { Session } from '../operations/ports.ts'
import { notesOn } from '../render/commentary.ts'
import { formatFailure } from '../render/failure.ts'
import { inWords } from '../render/words/in-words.ts'
import { type ExplainOptions, explainFlags, readOptions } from './explain/options.ts'
import { printExplanation } from './explain/print-explanation.ts'

export const explain = defineCommand({
  name: 'explain',
  also: ['why', 'describe', 'show', 'status'],
  words: '[TYPE/NAME... | TYPE NAME...]',
  completes: 'objects',
  summary: 'Explain why objects stay in Terminating: the chain down to its root causes, with proof',
  examples: [
    ['kubectl finalize explain', 'Everything terminating in the cluster, grouped by root cause'],
    ['kubectl finalize explain -n shop', 'The namespace shop: its objects and the Namespace itself'],
    ['kubectl finalize explain ns/shop pvc/data', 'Two objects; also what would hold one that is not deleted yet'],
    ['kubectl finalize explain --observe 10s', 'Two scans, to see what is in progress'],
    ['kubectl finalize explain -q', 'One line per cause'],
    ['kubectl finalize explain -i', 'Walk through it with the arrow keys'],
    ['kubectl finalize explain --contexts /^prod-/', 'Several clusters: what they share, then each'],
    ['kubectl finalize explain -o json', 'For scripts: kind Explanation'],
    ['kubectl finalize explain -n shop --open', 'A page with the picture of it, in the browser'],
    [
      'kubectl finalize explain -o svg --output-file chain.svg',
      'The picture alone; mermaid and dot for wikis and tickets',
    ],
  ],
  flags: explainFlags,
  async run(invocation, context) {
    const options = readOptions(invocation, context.terminal.prompt !== undefined)
    const chosen = await chosenContexts(invocation.flags, context)
    if (chosen !== undefined) {
      const { explainContexts } = await import('./explain/explain-contexts.ts')
      return explainContexts(chosen, options, context)
    }
    const session = await context.connect()
    try {
      return await explainTo(options, session, context)
    } catch (error) {
      const left = await orphanedContent(error, session.transport, context)
      if (left === undefined) throw error
      context.terminal.stderr.write(`${formatFailure(error)}\n${orphanedLines(left)}\n`)
      return ExitCode.error
    }
  },
})

function orphanedLines({ left, cure }: OrphanedContent): string {
  return [inWords(left), `  ${cure}`].map(printable).join('\n')
}

async function explainTo(options: ExplainOptions, session: Session, context: CommandContext): Promise<ExitCode> {
  if (options.interactive) {
    const { walk } = await import('./explain/walk.ts')
    return walk(async () => {
      const { failures, read, ...looked } = await lookAt(options, session, context)
      return { ...looked, notes: [...notesOn(read), ...failures.map(formatFailure)] }
    }, context)
  }
  const { interrupted, failures, read, explanation, reading, notTerminating } = await lookAt(options, session, context)
  const answer = { explanation, reading, notTerminating }
  const notes = notesOn(read)
  const failedToOpen = await deliver('explanation', options, context, terminal => {
    const print = () => printExplanation(answer, { place: session.place, notes }, options, { ...context, terminal })
    return endable(print, print)
  })
  for (const line of notes) context.terminal.stderr.write(`${line}\n`)
  for (const failure of failures) {
    const left = await orphanedContent(failure, session.transport, context)
    const lines = [formatFailure(failure), ...(left === undefined ? [] : [orphanedLines(left)])]
    for (const line of lines) context.terminal.stderr.write(`${line}\n`)
  }
  if (interrupted) return ExitCode.interrupted
  // What a rule asked for counts as much as what the scan did: the answer lacks it.
  const unread = explanation.unreadable.some(isFailure)
  return unread || read?.nothingRead || failures.length > 0 || failedToOpen ? ExitCode.error : ExitCode.done
}
