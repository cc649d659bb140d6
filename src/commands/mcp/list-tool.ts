import { DEFAULT_PAGE_SIZE } from '../../cluster/scan/scan.ts'
import { survey } from '../../cluster/survey.ts'
import { readFilter } from '../../commandline/scope-flags.ts'
import { listed } from '../../operations/inspect/listed.ts'
import { discoverFor, typesNamed } from '../../operations/inspect/types-named.ts'
import { commentary } from '../../render/commentary.ts'
import { terminatingObjectList } from '../../render/terminating-list.ts'
import { finalizer, namespace, olderThan, selector, types } from './properties.ts'
import { namespaceOf, type Tool } from './tool.ts'

export const listTool: Tool = {
  name: 'list',
  title: 'List what is terminating',
  description:
    'Lists every object of the cluster that is being deleted and still there, in every type that the server has: age, finalizers, owners. Use `explain` for the reasons.',
  properties: { namespace, types, finalizer, olderThan, selector },
  required: [],
  async call(given, desk) {
    const { signal, clock } = desk.context
    const keeps = readFilter({ finalizer: given.finalizer, 'older-than': given.olderThan })
    const where = namespaceOf(given, desk)
    const words = given.types ?? []
    const { transport, namespace: contextNamespace } = await desk.connect()
    const discovery = await discoverFor(words, transport, signal)
    const request = {
      discovery,
      pageSize: DEFAULT_PAGE_SIZE,
      signal,
      types: typesNamed(words, discovery),
      namespace: where,
      fallbackNamespace: where === undefined ? contextNamespace : undefined,
      labelSelector: given.selector,
    }
    const { snapshot, read } = listed(await survey(transport, request, clock.now()), where, keeps, desk.context)
    return { answer: terminatingObjectList(snapshot), notes: commentary(read()) }
  },
}
