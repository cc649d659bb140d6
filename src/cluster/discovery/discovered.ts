import type { ResourceType } from '../../api/resource-type.ts'
import type { Unreadable } from '../../api/terminating.ts'

/** Every type that the server serves, in every version, in the server's order of preference. */
export interface Discovery {
  readonly types: readonly ResourceType[]
  /** Groups whose types are not known now, as `*.group`. */
  readonly unreadable: readonly Unreadable[]
}
