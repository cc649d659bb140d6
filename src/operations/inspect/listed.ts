import { notFoundFailure } from '../../api/failure.ts'
import type { ReadSummary, Snapshot, TerminatingObject } from '../../api/terminating.ts'
import type { Survey } from '../../cluster/survey.ts'
import type { Ports } from '../ports.ts'
import { isNothingRead } from './read-failures.ts'

export interface Listed {
  /** What is kept of what was found. */
  readonly snapshot: Snapshot
  readonly nothingRead: boolean
  /** What has to be said beside the list, as of when it is asked for. */
  read(): ReadSummary
}

/** What is listed of a survey of this namespace. Throws ApiFailure where the namespace does not exist. */
export function listed(
  { snapshot: whole, namespaceExists }: Survey,
  namespace: string | undefined,
  keeps: (object: TerminatingObject) => boolean,
  { signal }: Pick<Ports, 'signal'>,
): Listed {
  const snapshot = { ...whole, objects: whole.objects.filter(keeps) }
  const empty = snapshot.objects.length === 0
  if (namespaceExists === false && empty) throw notFoundFailure('namespaces', namespace!)
  const nothingRead = isNothingRead(whole, { signal })
  return {
    snapshot,
    nothingRead,
    read: () => ({ ...snapshot, namespace, interrupted: signal.aborted, nothingRead, empty }),
  }
}
