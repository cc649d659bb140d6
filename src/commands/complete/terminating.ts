import { deletionAgeSeconds } from '../../api/deletion-age.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import { DEFAULT_PAGE_SIZE, type Finding, scan } from '../../cluster/scan/scan.ts'
import { formatAge } from '../../render/age.ts'
import type { Session } from '../command.ts'
import type { CompletionContext } from './context.ts'

/** What is terminating of these types, in the namespace of the line; what time is left for of it. */
export async function terminatingOf(
  types: readonly ResourceType[],
  { transport, namespace }: Session,
  { signal }: CompletionContext,
): Promise<readonly Finding[]> {
  const { findings } = await scan(transport, { types, namespace, pageSize: DEFAULT_PAGE_SIZE, signal })
  return findings
}

/** How long it has been terminating, and what holds it. */
export function aboutTerminating({ meta }: Finding, { now }: CompletionContext): string {
  const age = `terminating for ${formatAge(deletionAgeSeconds(meta, now()))}`
  return [age, ...(meta.finalizers ?? [])].join(', ')
}
