import { notFoundFailure } from '../../api/failure.ts'
import type { ReadSummary } from '../../api/terminating.ts'
import { endable } from '../../endable.ts'
import type { InspectionRequest } from '../inspect/look.ts'
import { isNothingRead } from '../inspect/read-failures.ts'
import type { Ports, Session } from '../ports.ts'
import { duringScan } from '../scan-progress.ts'
import { type Explained, explainCluster } from './explain-cluster.ts'

export interface LookedAt extends Explained {
  /** What has to be said beside the answer; absent: nothing was scanned. */
  readonly read?: ReadSummary
  readonly nothingRead: boolean
}

/** Explains what is asked for. Rejects with ApiFailure where nothing can be read, or nothing that was named. */
export async function lookAt(options: InspectionRequest, session: Session, ports: Ports): Promise<LookedAt> {
  const scan = () => duringScan(ports, report => explainCluster(options, session, ports, report))
  // An archive has nothing to wait for, and a part of what it says nothing to tell.
  const explained = await (session.takenAt === undefined ? scan() : endable(scan, scan))
  const { answer, survey, interrupted } = explained
  const { objects } = answer.explanation
  // Each object that was named has a line of its own.
  const unreadable = answer.explanation.unreadable.filter(each => !explained.unread.includes(each))
  const empty = objects.length === 0
  if (survey?.namespaceExists === false && empty) throw notFoundFailure('namespaces', options.namespace!)
  if (survey === undefined) return { ...explained, nothingRead: false }
  const nothingRead = empty && isNothingRead(survey.snapshot, ports)
  const { namespace } = options
  const read = { ...survey.snapshot, unreadable, interrupted, namespace, empty, nothingRead }
  return { ...explained, read, nothingRead }
}
