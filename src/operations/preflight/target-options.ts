import type { Cascade } from '../../diagnosis/preflight/foresee.ts'
import type { Query } from '../inspect/asked.ts'
import type { OperatorName } from './operator/operator-name.ts'
import type { Source } from './sources/source.ts'

/** Which live objects are meant. */
export interface TargetOptions {
  /** `everything`: what the source names. */
  readonly asked: Query
  /** With its objects, beside what is asked for. */
  readonly operator?: OperatorName | undefined
  readonly source: Source | undefined
  readonly everywhere: boolean
  readonly selector: string | undefined
  readonly cascade: Cascade
  readonly pageSize: number
}
