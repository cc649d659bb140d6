import { notFoundFailure } from '../../api/failure.ts'
import type { Survey } from '../../cluster/survey.ts'
import type { CommandContext } from '../../commandline/command.ts'
import { ExitCode } from '../../exit-code.ts'
import { explainCluster } from '../../operations/explain/explain-cluster.ts'
import { EVERYTHING, type InspectionRequest } from '../../operations/inspect/look.ts'
import { isNothingRead } from '../../operations/inspect/read-failures.ts'
import type { Session } from '../../operations/ports.ts'
import type { ScanReport } from '../../operations/scan-progress.ts'
import { commentary } from '../../render/commentary.ts'
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
  const { answer, survey, interrupted } = await explainCluster(options, session, context, report)
  const { unreadable, ...answered } = worded(answer.explanation)
  const explanation = { ...answered, unreadable: unreadable.filter(({ resource }) => !skipped.has(resource)) }
  const empty = explanation.objects.length === 0
  if (survey?.namespaceExists === false && empty) throw notFoundFailure('namespaces', namespace!)
  const nothingRead = survey !== undefined && empty && isNothingRead(survey.snapshot, context)
  // What terminates for less than that is not told of: nothing is empty by it.
  const looked = survey && { ...survey.snapshot, namespace, interrupted, nothingRead, empty: false }
  return {
    explanation,
    survey,
    interrupted,
    lines: looked === undefined ? [] : commentary({ ...looked, unreadable: explanation.unreadable }),
    exitCode: interrupted ? ExitCode.interrupted : exitCodeOf(explanation, nothingRead),
  }
}

function exitCodeOf({ objects, unreadable }: Explanation, nothingRead: boolean): ExitCode {
  const isHeld = objects.some(
    ({ deletionTimestamp, verdict }) => deletionTimestamp !== undefined && verdict !== 'progressing',
  )
  if (isHeld) return ExitCode.refused
  return unreadable.length > 0 || nothingRead ? ExitCode.error : ExitCode.done
}
