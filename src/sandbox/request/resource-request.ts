import type { ServedType } from '../types/served-type.ts'
import type { User } from './user.ts'

export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection'

/** A request to one type of the resource API, after routing. */
export interface ResourceRequest {
  readonly user: User
  readonly verb: Verb
  readonly type: ServedType
  /** Absent for cluster-scoped types and for requests across namespaces. */
  readonly namespace?: string | undefined
  readonly name?: string | undefined
  readonly subresource?: string | undefined
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly signal?: AbortSignal | undefined
}

/** `?dryRun=All` of POST, PUT and PATCH; DELETE has its own rule (delete-options.ts). */
export function isDryRun(request: ResourceRequest): boolean {
  return request.query.dryRun === 'All'
}
