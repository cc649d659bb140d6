import { awaitsNamespaceController } from '../../diagnosis/unreadable/namespace-condition.ts'
import type { StuckObject } from '../inspect/stuck-objects.ts'

/** By what a Namespace is to go without force, in words. */
export interface EndsBy {
  readonly went: string
  readonly waiting: string
  readonly afterwards: string
}

const BY_CONTROLLER: EndsBy = {
  went: 'deleted by the namespace controller; nothing was forced',
  waiting: 'waiting for the namespace controller to end it',
  afterwards: 'Then its controller ends the namespace',
}

const BY_LAST_FINALIZER: EndsBy = {
  went: 'deleted with its last finalizer; nothing was forced',
  waiting: 'waiting for it to go with its last finalizer',
  afterwards: 'Then the namespace is deleted with its last finalizer',
}

/** Without `kubernetes` in spec.finalizers the namespace controller has no part in its end; who took that off is not known. */
export function endsBy({ held }: StuckObject): EndsBy {
  return awaitsNamespaceController(held) ? BY_CONTROLLER : BY_LAST_FINALIZER
}
