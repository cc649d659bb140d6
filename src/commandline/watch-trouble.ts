import type { ApiFailure } from '../api/failure.ts'
import { printable } from '../api/printable.ts'
import { type ResourceType, resourceName } from '../api/resource-type.ts'
import type { Output } from '../terminal.ts'

/** Warns of watches that fail; one that fails again for the same reason is not told again. */
export function watchTrouble(stderr: Output): (type: ResourceType, failure: ApiFailure) => void {
  const told = new Set<string>()
  return (type, failure) => {
    const line = printable(`warning: the watch of ${resourceName(type)} failed: ${failure.message}`)
    if (!told.has(line)) stderr.write(`${line}\n`)
    told.add(line)
  }
}
