import { notFoundFailure } from '../../api/failure.ts'
import { endable } from '../../endable.ts'
import type { InspectionRequest } from '../inspect/inspect-cluster.ts'
import type { Ports, Session } from '../ports.ts'
import { duringScan } from '../scan-progress.ts'
import { type Explained, explainCluster } from './explain-cluster.ts'

/** Explains what is asked for. Rejects with ApiFailure where nothing can be read, or nothing that was named. */
export async function lookAt(options: InspectionRequest, session: Session, ports: Ports): Promise<Explained> {
  const scan = () => duringScan(ports, report => explainCluster(options, session, ports, report))
  // An archive has nothing to wait for, and a part of what it says nothing to tell.
  const explained = await (session.takenAt === undefined ? scan() : endable(scan, scan))
  const { survey, read, unread } = explained
  if (read === undefined) return explained
  if (survey?.namespaceExists === false && read.empty) throw notFoundFailure('namespaces', options.namespace!)
  // Each object that was named has a line of its own.
  return { ...explained, read: { ...read, unreadable: read.unreadable.filter(each => !unread.includes(each)) } }
}
