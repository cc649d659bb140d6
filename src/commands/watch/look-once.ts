import { notFoundFailure } from '../../api/failure.ts'
import type { Survey } from '../../cluster/survey.ts'
import type { CommandContext } from '../../commandline/command.ts'
import { ExitCode } from '../../exit-code.ts'
import { explainCluster } from '../../operations/explain/explain-cluster.ts'
import { EVERYTHING, type InspectionRequest } from '../../operations/inspect/inspect-cluster.ts'
import type { Session } from '../../operations/ports.ts'
import type { ScanReport } from '../../operations/scan-progress.ts'
import { notesOn } from '../../render/commentary.ts'
import { type Explanation, worded } from '../../render/words/explanation.ts'
import type { WatchOptions } from './options.ts'

/** What one look at one cluster came to. */
export interface LookedOnce {
  /** Without what is left out on purpose. */
  readonly explanation: Explanation
  readonly survey: Survey | undefined
  readonly interrupted: boolean
  /** What stands on stderr beside the answer. */
  readonly lines: readonly string[]
  readonly exitCode: ExitCode
}

/**
 * Looks at what terminates for longer than --after. Rejects with ApiFailure where nothing can be read, or the namespace
 * does not exist.
 */
export async function lookOnce(
  { namespace, after, skipped }: WatchOptions,
  session: Session,
  context: CommandContext,
  report: ScanReport,
): Promise<LookedOnce> {
  const keeps: InspectionRequest['keeps'] = ({ ageSeconds = 0, ref }) =>
    ageSeconds >= after && !skipped.has(ref.resource)
  const options = { ...EVERYTHING, namespace, keeps }
  const explained = await explainCluster(options, session, context, report)
  const { survey, read, interrupted } = explained
  const { unreadable, ...answered } = worded(explained.explanation)
  const explanation = { ...answered, unreadable: unreadable.filter(({ resource }) => !skipped.has(resource)) }
  if (survey?.namespaceExists === false && read?.empty) throw notFoundFailure('namespaces', namespace!)
  return {
    explanation,
    survey,
    interrupted,
    // What terminates for less than that is not told of: nothing is empty by it.
    lines: notesOn(read && { ...read, empty: false, unreadable: explanation.unreadable }),
    exitCode: interrupted ? ExitCode.interrupted : exitCodeOf(explanation, read?.nothingRead ?? false),
  }
}

function exitCodeOf({ objects, unreadable }: Explanation, nothingRead: boolean): ExitCode {
  const isHeld = objects.some(
    ({ deletionTimestamp, verdict }) => deletionTimestamp !== undefined && verdict !== 'progressing',
  )
  if (isHeld) return ExitCode.refused
  return unreadable.length > 0 || nothingRead ? ExitCode.error : ExitCode.done
}
