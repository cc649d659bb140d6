import type { AdmissionHook } from './admission/hook.ts'
import type { Identity } from './identity.ts'
import type { Counts } from './metrics/counts.ts'
import type { User } from './request/user.ts'
import type { Store } from './store/store.ts'
import type { ContainerLog } from './subresources/container-log.ts'
import type { TypeRegistry } from './types/registry.ts'

/** Answers whether a user may do something; a string is a refusal with the authorizer's reason. */
export type Authorize = (
  user: User,
  verb: string,
  /** `plural[/subresource]` with `.group`: `pods`, `pods/log`, `widgets.example.com`. */
  resource: string,
  namespace: string | undefined,
  name: string | undefined,
) => boolean | string

/** What the parts of the sandbox share. Handlers get it handed in; nothing is reached for. */
export interface Server {
  /** Milliseconds since the epoch. */
  now(): number
  readonly identity: Identity
  readonly store: Store
  /** What `/metrics` tells. */
  readonly counts: Counts
  readonly types: TypeRegistry
  /** gitVersion: `v1.36.3`. */
  readonly version: string
  /** What containers wrote, by `NAMESPACE/POD/CONTAINER`. */
  readonly logs: Map<string, ContainerLog>
  /** Webhooks given as functions. */
  readonly admission: AdmissionHook[]
  /** Replaces the evaluation of stored RBAC objects while it is set. */
  authorize: Authorize | undefined
}
