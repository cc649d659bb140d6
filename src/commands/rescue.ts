import { discover } from '../cluster/discovery/discovery.ts'
import { UsageError } from '../exit-code.ts'
import { defineCommand } from './command.ts'
import { readAsked } from './inspect/asked.ts'
import { rescueObject } from './rescue/rescue-object.ts'
import { runToEnd } from './write/finish.ts'
import { readWriteOptions, writeFlags } from './write/write-flags.ts'

const { wait: _, timeout, ...flags } = writeFlags

export const rescue = defineCommand({
  name: 'rescue',
  also: ['save', 'undelete', 'keep'],
  words: 'TYPE/NAME',
  completes: 'objects',
  summary: 'Save an object that was deleted by mistake and is still held: keep what hangs on it, create it again',
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
    ['kubectl finalize rescue pvc/data --dry-run=server', 'The plan, and what the server says to each request'],
  ],
  flags: {
    ...flags,
    timeout: { ...timeout, describe: 'The length of time to wait for each step: 30s, 5m (default 1m)' },
  },
  async run({ words, flags }, context) {
    const options = readWriteOptions({ ...flags, wait: undefined }, context)
    const asked = readAsked(words, 'rescue')
    const [name, ...more] = asked.kind === 'names' ? asked.names : []
    if (name === undefined || more.length > 0) throw new UsageError('name one object, as TYPE/NAME')
    return runToEnd('rescue', options, context, async () => {
      const session = await context.connect()
      const discovery = await discover(session.transport, context.signal)
      return rescueObject(name, options, session, discovery, context)
    })
  },
})
