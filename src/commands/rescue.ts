import { defineCommand } from '../commandline/command.ts'
import { runToEnd } from '../commandline/finish.ts'
import { readWriteOptions, writeFlags } from '../commandline/write-flags.ts'
import { UsageError } from '../exit-code.ts'
import { readAsked } from '../operations/inspect/asked.ts'
import { discoverFor } from '../operations/inspect/types-named.ts'
import { keepNamespace } from '../operations/rescue/keep-namespace.ts'
import { recreateNamespace } from '../operations/rescue/recreate-namespace.ts'
import { rescueObject } from '../operations/rescue/rescue-object.ts'

const { wait: _, timeout, ...flags } = writeFlags

const NAMESPACES: ReadonlySet<string> = new Set(['ns', 'namespace', 'namespaces'])

export const rescue = defineCommand({
  name: 'rescue',
  also: ['save', 'undelete', 'keep'],
  words: 'TYPE/NAME',
  completes: 'objects',
  summary: 'Save an object that was deleted by mistake and is still held: keep what depends on it, create it again',
  examples: [
    [
      'kubectl finalize rescue pvc/data -n shop',
      'The claim is live again and Bound to the same volume; its Pod keeps it',
    ],
    ['kubectl finalize rescue pv/pv-7', 'A volume, and its claim too where that was deleted'],
    [
      'kubectl finalize rescue cluster/db -n data',
      'A custom resource; what it owns stays, and is owned by the new one',
    ],
    ['kubectl finalize rescue crd/widgets.example.com', 'A CRD and its instances'],
    ['kubectl finalize rescue namespace/shop', 'Keep all that is left in it in files, and retain its volumes'],
    ['kubectl finalize rescue namespace/shop --from-backup DIR', 'Create it again with that, when it is gone'],
    [
      'kubectl finalize rescue pvc/data --dry-run=server',
      'The plan, and the result of a server dry run of each request',
    ],
  ],
  flags: {
    'from-backup': {
      type: 'string',
      completes: 'files',
      describe: 'The directory in which `rescue namespace/NAME` kept it: create the namespace again from there',
    },
    ...flags,
    timeout: { ...timeout, describe: 'The length of time to wait for each step: 30s, 5m (default 1m)' },
  },
  async run({ words, flags }, context) {
    const options = readWriteOptions({ ...flags, wait: undefined }, context)
    const asked = readAsked(words, 'rescue')
    const [name, ...more] = asked.kind === 'names' ? asked.names : []
    if (name === undefined || more.length > 0) throw new UsageError('exactly one object must be specified: TYPE/NAME')
    const { 'from-backup': folder } = flags
    if (folder === '')
      throw new UsageError('invalid argument "" for "--from-backup" flag: must be the path of a directory')
    const isNamespace = NAMESPACES.has(name.type)
    if (folder !== undefined && !isNamespace) throw new UsageError('--from-backup may be used only with namespace/NAME')
    return runToEnd('rescue', options, context, async () => {
      const { transport, namespace } = await context.connect()
      const discovery = await discoverFor([name.type], transport, context.signal)
      const rescueRun = { options, transport, discovery, namespace, ports: context }
      if (folder !== undefined) return recreateNamespace(name.name, folder, rescueRun)
      return isNamespace ? keepNamespace(name.name, rescueRun) : rescueObject(name, rescueRun)
    })
  },
})
