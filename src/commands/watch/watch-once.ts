import { notFoundFailure } from '../../api/failure.ts'
import { rfc3339 } from '../../api/rfc3339.ts'
import type { CommandContext, Session } from '../../commandline/command.ts'
import { commentary, isNothingRead } from '../../commandline/commentary.ts'
import { printStructured } from '../../commandline/print-structured.ts'
import { duringScan } from '../../commandline/scan-progress.ts'
import { ExitCode } from '../../exit-code.ts'
import { explainCluster } from '../../operations/explain/explain-cluster.ts'
import { EVERYTHING } from '../../operations/inspect/look.ts'
import { worded } from '../../render/words/explanation.ts'
import type { WatchOptions } from './options.ts'
import { writeTextfile } from './write-textfile.ts'

/**
 * One look at what terminates for longer than --after. Exit code: 3 when one such object is not proven to go on its own, else 1 when
 * something could not be read, else 0.
 */
export async function watchOnce(
  { namespace, after, format, textfile, skipped }: WatchOptions,
  session: Session,
  context: CommandContext,
): Promise<ExitCode> {
  const { stdout, stderr } = context.terminal
  const options = { ...EVERYTHING, namespace, keeps: ({ ageSeconds = 0 }) => ageSeconds >= after }
  const explained = await duringScan(context, report => explainCluster(options, session, context, report))
  const { unreadable, ...answered } = worded(explained.answer.explanation)
  const explanation = { ...answered, unreadable: unreadable.filter(({ resource }) => !skipped.has(resource)) }
  const { survey, interrupted } = explained
  const empty = explanation.objects.length === 0
  if (survey?.namespaceExists === false && empty) throw notFoundFailure('namespaces', namespace!)
  if (format !== undefined) {
    const { explanationObject } = await import('../../render/explanation-json.ts')
    await printStructured(stdout, format, explanationObject(explanation))
  } else {
    const { watchLine } = await import('../../render/watch-lines.ts')
    const time = rfc3339(context.clock.now())
    for (const cause of explanation.causes) stdout.write(watchLine(time, { event: 'CauseFound', cause }))
  }
  if (textfile !== undefined && survey !== undefined && !interrupted) {
    await writeTextfile(textfile, explanation, survey, skipped.size, context)
  }
  const nothingRead = survey !== undefined && empty && isNothingRead(survey.snapshot, context)
  if (survey !== undefined) {
    // What terminates for less than that is not told of: nothing is empty by it.
    const looked = { ...survey.snapshot, namespace, interrupted, nothingRead, empty: false }
    for (const line of commentary({ ...looked, unreadable: explanation.unreadable })) stderr.write(`${line}\n`)
  }
  if (interrupted) return ExitCode.interrupted
  const isHeld = explanation.objects.some(
    ({ deletionTimestamp, verdict }) => deletionTimestamp !== undefined && verdict !== 'progressing',
  )
  if (isHeld) return ExitCode.refused
  return explanation.unreadable.length > 0 || nothingRead ? ExitCode.error : ExitCode.done
}
