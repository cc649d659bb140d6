import type { Warned } from '../answer/answer.ts'
import { deleteOptions } from '../request/delete-options.ts'
import type { ResourceRequest } from '../request/resource-request.ts'
import type { Server } from '../server.ts'
import { DEFINITIONS } from '../types/registry.ts'
import { deleteDefinition } from './delete-definition.ts'
import { type Deletion, deleteGenerically } from './delete-generically.ts'
import { deleteNamespace } from './delete-namespace.ts'

const JOB_WARNING =
  'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or ' +
  'set propagationPolicy=Orphan to suppress this warning'

/** DELETE of one object, first or again (kubernetes-deletion.md 1.2 to 1.4). */
export async function remove(server: Server, request: ResourceRequest): Promise<Warned> {
  const options = deleteOptions(request)
  const warnings: string[] = []
  const answer = await removeObject({ server, request, options, warnings })
  const silent = options.propagationPolicy !== undefined || options.orphanDependents !== undefined
  if (request.type.storage === 'jobs.batch' && !silent) warnings.push(JOB_WARNING)
  return { ...answer, warnings }
}

/** The DELETE of a type: Namespaces and CRDs have their own first step, everything else is generic. */
export async function removeObject(deletion: Deletion): Promise<Warned> {
  const { request } = deletion
  if (request.type.storage === 'namespaces') return deleteNamespace(deletion)
  if (request.type.storage === DEFINITIONS) return deleteDefinition(deletion)
  return deleteGenerically(deletion)
}
