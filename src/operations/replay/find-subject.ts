import type { Finding } from '../../cluster/scan/scan.ts'
import { Misuse, message, Trouble } from '../../messages/sentence.ts'
import type { QueryName } from '../inspect/asked.ts'
import type { ClusterScope } from '../inspect/named-objects.ts'
import { type DiagnosedObject, findNamed } from '../inspect/stuck-objects.ts'
import type { Ports } from '../ports.ts'

export interface FoundSubject {
  readonly finding: Finding
  /** undefined: it is not being deleted. */
  readonly stuck: DiagnosedObject | undefined
}

/** Reads and explains the one custom resource that is named. Rejects with ApiFailure when it is not there. */
export async function findSubject(name: QueryName, where: ClusterScope, ports: Ports): Promise<FoundSubject> {
  const { objects, live, failures } = await findNamed(name, where, ports)
  const [failure] = failures
  if (objects.length + live.length > 1) throw new Misuse(message('SeveralTypes', { type: name.type }))
  const [finding] = live
  if (finding !== undefined) return { finding, stuck: undefined }
  const [stuck] = objects
  if (stuck !== undefined) return { finding: stuck.held, stuck }
  throw failure ?? new Trouble(message('DeletedDuringScan', { name: `${name.type}/${name.name}` }))
}
