import { notFoundFailure } from '../../api/failure.ts'
import type { CommandContext, Session } from '../../commandline/command.ts'
import { commentary, isNothingRead } from '../../commandline/commentary.ts'
import { duringScan } from '../../commandline/scan-progress.ts'
import { endable } from '../../endable.ts'
import { type Explained, type ExplainRequest, explainCluster } from './explain-cluster.ts'

export interface LookedAt extends Explained {
  /** What belongs beside the answer: what could not be read, and the like. */
  readonly notes: readonly string[]
  readonly nothingRead: boolean
}

/** Explains what is asked for, with what has to be said beside it. Rejects with ApiFailure where nothing can be read, or nothing that was named. */
export async function lookAt(options: ExplainRequest, session: Session, context: CommandContext): Promise<LookedAt> {
  const read = () => duringScan(context, report => explainCluster(options, session, context, report))
  // An archive has nothing to wait for, and a part of what it says nothing to tell.
  const explained = await (session.takenAt === undefined ? read() : endable(read, read))
  const { answer, survey, interrupted } = explained
  const { objects } = answer.explanation
  // Each object that was named has a line of its own.
  const unreadable = answer.explanation.unreadable.filter(each => !explained.unread.includes(each))
  const empty = objects.length === 0
  if (survey?.namespaceExists === false && empty) throw notFoundFailure('namespaces', options.namespace!)
  if (survey === undefined) return { ...explained, notes: [], nothingRead: false }
  const nothingRead = empty && isNothingRead(survey.snapshot, context)
  const { namespace } = options
  const notes = commentary({ ...survey.snapshot, unreadable, interrupted, namespace, empty, nothingRead })
  return { ...explained, notes, nothingRead }
}
