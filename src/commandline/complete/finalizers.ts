import { resourceName } from '../../api/resource-type.ts'
import { isLeftOutOfSurvey } from '../../api/skipped-groups.ts'
import { discover, preferredTypes } from '../../cluster/discovery/discovery.ts'
import { DEFAULT_PAGE_SIZE, scan } from '../../cluster/scan/scan.ts'
import type { Choices } from './choice.ts'
import type { CompletionContext } from './context.ts'

/** Finalizers of everything that is terminating, in the cluster or in the namespace of -n; what time is left for. */
export async function finalizers({ connect, flags, signal }: CompletionContext): Promise<Choices> {
  const session = await connect()
  const { transport } = session
  const { types } = await discover(transport, signal)
  const { namespace } = flags
  const read = preferredTypes(types).filter(
    type => !isLeftOutOfSurvey(resourceName(type)) && (!namespace || type.namespaced),
  )
  const scope = namespace ? { namespace } : { fallbackNamespace: session.namespace }
  const { findings } = await scan(transport, { types: read, ...scope, pageSize: DEFAULT_PAGE_SIZE, signal })
  const counts = new Map<string, number>()
  for (const { meta } of findings) {
    for (const name of meta.finalizers ?? []) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const about = (count: number): string => (count === 1 ? 'on 1 object' : `on ${count} objects`)
  return { choices: [...counts].map(([text, count]) => ({ text, about: about(count) })) }
}
