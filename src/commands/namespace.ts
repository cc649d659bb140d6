import { IMMORTAL, NAMESPACE_TYPE } from '../api/namespace-type.ts'
import type { KubeObject } from '../api/object.ts'
import { refOf } from '../api/object-ref.ts'
import { readWhole } from '../cluster/read-whole.ts'
import { defineCommand } from '../commandline/command.ts'
import { runToEnd } from '../commandline/finish.ts'
import { checkNamespaceName } from '../commandline/global-flags.ts'
import { readWriteOptions, writeFlags } from '../commandline/write-flags.ts'
import { UsageError } from '../exit-code.ts'
import type { Step } from '../plan/outcome.ts'

export const namespace = defineCommand({
  name: 'namespace',
  also: ['ns', 'namespaces'],
  words: 'NAME',
  completes: 'terminating-namespaces',
  summary: 'Finish deleting a namespace: clear its blockers first, force only as the last resort',
  examples: [
    ['kubectl finalize namespace shop', 'What holds it, and how to repair that; what is left is removed with consent'],
    ['kubectl finalize namespace shop --dry-run=server', 'The plan, and the result of a server dry run'],
    [
      'kubectl finalize namespace shop --override NamespaceNotEmpty',
      'Force it although objects remain in it; they are shown first, and stranded',
    ],
  ],
  flags: writeFlags,
  async run({ words, flags }, context) {
    const options = readWriteOptions(flags, context)
    const name = readName(words)
    return runToEnd('namespace', options, context, async () => {
      const { transport } = await context.connect()
      const object = await readWhole(transport, NAMESPACE_TYPE, { name }, context.signal)
      const request = { name, options, transport, ports: context }
      const refused = refusedLive(name, object)
      if (refused !== undefined) return { steps: [refused] }
      const steps =
        object === undefined
          ? (await import('../operations/namespace/cure-leftovers.ts')).cureLeftovers(request)
          : (await import('../operations/namespace/end-namespace.ts')).endNamespace(request)
      return { steps: await steps }
    })
  },
})

function readName(words: readonly string[]): string {
  const [name, ...more] = words
  if (name === undefined || name === '' || more.length > 0)
    throw new UsageError('exactly one namespace must be specified')
  checkNamespaceName(name)
  return name
}

/** The refusal for a namespace that has not been deleted, or may not be, whatever the flags; undefined for another. */
function refusedLive(name: string, object: KubeObject | undefined): Step | undefined {
  const ref = refOf(NAMESPACE_TYPE, object?.metadata ?? { name, uid: '' })
  const refused = (message: string): Step => ({
    ref,
    action: 'FinalizeNamespace',
    result: 'refused',
    guard: 'NotTerminating',
    message,
  })
  if (IMMORTAL.has(name)) return refused(`the cluster needs namespace ${name}: this command never ends it`)
  if (object === undefined || object.metadata.deletionTimestamp !== undefined) return undefined
  return refused(
    'the namespace is not being deleted, and a live namespace is never changed; delete it first with kubectl delete',
  )
}
