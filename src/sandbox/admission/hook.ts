import type { KubeObject } from '../../api/object.ts'
import type { User } from '../request/user.ts'
import type { ServedType } from '../types/served-type.ts'

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'

/** What admission is asked about one write. */
export interface Attributes {
  readonly operation: Operation
  readonly type: ServedType
  readonly subresource?: string | undefined
  readonly namespace?: string | undefined
  readonly name: string
  /** Absent for DELETE. */
  readonly object?: KubeObject | undefined
  readonly oldObject?: KubeObject | undefined
  readonly user: User
  readonly dryRun: boolean
}

export interface Review {
  readonly allowed: boolean
  readonly message?: string | undefined
  /** HTTP code of a denial; the server itself says 403 when a webhook gives none. */
  readonly code?: number | undefined
  readonly reason?: string | undefined
  /** What a mutating hook makes of the object. */
  readonly object?: KubeObject | undefined
  readonly warnings?: readonly string[] | undefined
}

/** An admission webhook as a function. One that throws is a dead webhook: the error's message is the transport's. */
export interface AdmissionHook {
  /** `name` of the webhook, as error bodies quote it. */
  readonly name: string
  readonly phase: 'mutating' | 'validating'
  /** `pods`, `widgets.example.com`, `pods/status`, or `*`. */
  readonly resources: readonly string[]
  readonly operations: readonly (Operation | '*')[]
  readonly failurePolicy?: 'Fail' | 'Ignore'
  /** URL in the error of a webhook that throws; default `https://<name>.default.svc:443/?timeout=10s`. */
  readonly url?: string
  review(attributes: Attributes): Review | Promise<Review>
}
