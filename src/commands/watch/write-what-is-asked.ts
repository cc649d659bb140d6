import { resolve } from 'node:path'
import type { CommandContext } from '../../commandline/command.ts'
import type { Sentence } from '../../messages/sentence.ts'
import type { Session } from '../../operations/ports.ts'
import { MAX_TEXT } from '../../operations/watch/advice/advice-objects.ts'
import type { TextOf } from '../../operations/watch/advice/stuck.ts'
import type { Watch } from '../../operations/watch/watch-cluster.ts'
import { commandFor, NO_AIM } from '../../plan/aim.ts'
import type { AdviceNote } from '../../plan/own-types.ts'
import { adviceText } from '../../render/event-note.ts'
import { inWords } from '../../render/words/in-words.ts'
import type { WatchOptions } from './options.ts'

interface WrittenPlace {
  /** Of the context, where there are several. */
  readonly name: string | undefined
  readonly session: Session
  readonly context: CommandContext
  say(line: string): void
}

/**
 * Writes Events, advice and reports of what a watch sees, as the options ask for it, until the signal aborts. Of the
 * processes that share a Lease only its holder does.
 */
export async function writeWhatIsAsked(
  { events, advice, lease, report, namespace }: WatchOptions,
  watching: Watch,
  { name, session, context, say }: WrittenPlace,
): Promise<void> {
  if (!events && !advice && lease === undefined && report === undefined) return
  const { ownTools } = await import('../../operations/write/tools-for.ts')
  const tools = () => ownTools(session.transport, context)
  const tellInWords = (sentence: Sentence): void => say(inWords(sentence))
  const { holdLease } = await import('../../operations/watch/hold-lease.ts')
  const held = lease && holdLease(lease, tools, context.env.HOSTNAME ?? 'local', context.signal, tellInWords)
  const mayWrite = (): boolean => held?.isHolder() ?? true
  const { reportFolder, writeReports } = await import('./write-reports.ts')
  const request = { namespace, session, context, mayWrite, say }
  const reporting = report && writeReports(watching, { ...request, directory: reportFolder(resolve(report), name) })
  const { writeEvents } = await import('../../operations/watch/write-events.ts')
  const { giveAdvice } = await import('../../operations/watch/advice/give-advice.ts')
  const { stuckFinder } = await import('../../operations/watch/advice/find-stuck.ts')
  const { adviceLine, causeNote } = await import('../../render/event-note.ts')
  const find = stuckFinder({ session, kept: watching.now.kept, namespace, context, textOf })
  const tell = (note: AdviceNote): void => say(adviceLine(note))
  await Promise.all([
    held?.ended,
    reporting,
    events && writeEvents(watching, { tools, mayWrite, warn: tellInWords, noteOf: causeNote }, context.signal),
    advice && giveAdvice(watching, { tools: () => ({ ...tools(), inWords }), mayWrite, tell }, find),
  ])
}

/** What `kubectl delete` says of it, with the command that tells all, for whoever reads it. */
export const textOf: TextOf = ({ target, cause }, time) => {
  const { resource, name, namespace } = target
  const place = namespace === undefined ? [] : ['-n', namespace]
  const command = commandFor(NO_AIM, 'kubectl', 'finalize', 'preflight', `${resource}/${name}`, ...place)
  return adviceText(time, target, cause, command, MAX_TEXT)
}
