import { NAMESPACE_TYPE } from '../api/namespace-type.ts'
import { readWhole } from '../cluster/read-whole.ts'
import { UsageError } from '../exit-code.ts'
import { defineCommand } from './command.ts'
import { checkNamespaceName } from './global-flags.ts'
import { refusedLive } from './namespace/refused-live.ts'
import { runToEnd } from './write/finish.ts'
import { readWriteOptions, writeFlags } from './write/write-flags.ts'

export const namespace = defineCommand({
  name: 'namespace',
  also: ['ns', 'namespaces'],
  words: 'NAME',
  completes: 'terminating-namespaces',
  summary: 'End a terminating namespace: first what holds it, by force only as the last resort',
  examples: [
    ['kubectl finalize namespace shop', 'What holds it, and how to repair that; what is left is removed with consent'],
    ['kubectl finalize namespace shop --dry-run=server', 'What would be done, and what the server says to it'],
    [
      'kubectl finalize namespace shop --override NamespaceNotEmpty',
      'End it although objects are left in it; they are shown first, and stranded',
    ],
  ],
  flags: writeFlags,
  async run({ words, flags }, context) {
    const options = readWriteOptions(flags, context)
    const name = readName(words)
    return runToEnd('namespace', options, context, async () => {
      const { transport } = await context.connect()
      const object = await readWhole(transport, NAMESPACE_TYPE, { name }, context.signal)
      const errand = { name, options, transport, context }
      const refused = refusedLive(name, object)
      const ended =
        refused !== undefined
          ? { steps: [refused], interrupted: false }
          : object === undefined
            ? await (await import('./namespace/cure-leftovers.ts')).cureLeftovers(errand)
            : await (await import('./namespace/end-namespace.ts')).endNamespace(errand)
      return ended
    })
  },
})

function readName(words: readonly string[]): string {
  const [name, ...more] = words
  if (name === undefined || name === '' || more.length > 0) throw new UsageError('name one namespace')
  checkNamespaceName(name)
  return name
}
