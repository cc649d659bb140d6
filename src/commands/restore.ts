import { readFile } from 'node:fs/promises'
import type { KubeObject } from '../api/object.ts'
import { discover } from '../cluster/discovery/discovery.ts'
import { type CommandContext, defineCommand } from '../commandline/command.ts'
import { runToEnd } from '../commandline/finish.ts'
import { readWriteOptions, writeFlags } from '../commandline/write-flags.ts'
import { endable } from '../endable.ts'
import { UsageError } from '../exit-code.ts'
import { placed, typeOf } from '../operations/restore/place.ts'
import { offerRestoration, planRestoration } from '../operations/restore/plan-restoration.ts'

const { yes, override, output, 'dry-run': dryRun, 'backup-dir': directory } = writeFlags

export const restore = defineCommand({
  name: 'restore',
  also: ['undo', 'recreate'],
  words: 'FILE',
  completes: 'files',
  summary: 'Recreate an object from the backup that was written before a change',
  examples: [
    ['kubectl finalize restore FILE', 'The object as it was, with a new uid; refused when the name is in use'],
    ['kubectl finalize restore FILE --dry-run=server', 'What would be created, and what the server says to it'],
    ['kubectl finalize restore - --yes < FILE', 'From stdin'],
  ],
  flags: {
    yes,
    override: { ...override, describe: 'Override this guard: IncompleteRead' },
    'dry-run': dryRun,
    'backup-dir': { ...directory, describe: 'Directory for the journal of this run' },
    output,
  },
  async run({ words, flags, namespace }, context) {
    const [file, ...more] = words
    if (file === undefined || file === '' || more.length > 0)
      throw new UsageError('exactly one backup file must be specified, or - for stdin')
    const options = readWriteOptions({ ...flags, wait: false, timeout: undefined }, context)
    return runToEnd('restore', options, context, async () => {
      const backup = await readBackup(file, context)
      const { signal } = context
      const session = await context.connect()
      const discovery = await discover(session.transport, signal)
      const type = typeOf(backup, discovery)
      const object = placed(backup, type, namespace, session.namespace)
      const plan = await planRestoration(session.transport, type, object, discovery, options.overrides, signal)
      if (!('dropped' in plan)) return { steps: [plan] }
      // Where the backup was read from is where answers would come from: there is no way to ask.
      const ports = file === '-' ? { ...context, terminal: { ...context.terminal, prompt: undefined } } : context
      return offerRestoration(plan, { options, transport: session.transport, ports })
    })
  },
})

/** The object in a backup file, or on stdin for `-`. Rejects with an Error of one line when there is none to be had. */
async function readBackup(file: string, { readInput }: Pick<CommandContext, 'readInput'>): Promise<KubeObject> {
  const text = file === '-' ? await readInput() : await textOf(file)
  const { parseBackup } = await import('../operations/restore/parse-backup.ts')
  return endable(() => parseBackup(text, file === '-' ? 'stdin' : file))
}

async function textOf(file: string): Promise<string> {
  try {
    return await endable(() => readFile(file, 'utf8'))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new Error(`${file}: no such file or directory`)
    if (code === 'EISDIR') throw new Error(`${file}: is a directory; specify one of the files in it`)
    throw new Error(`${file}: it cannot be read: ${message}`)
  }
}
