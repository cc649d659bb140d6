import type { ObjectRef } from '../api/object-ref.ts'
import { commandLine } from '../diagnosis/shell-quote.ts'

/** The command that tells what holds just this object. */
export function explainCommand({ resource, namespace, name }: ObjectRef): string {
  const where = namespace === undefined ? [] : ['-n', namespace]
  return commandLine('kubectl', 'finalize', 'explain', `${resource}/${name}`, ...where)
}
