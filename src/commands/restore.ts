import { planRestoration } from '../change/plan-restoration.ts'
import { discover } from '../cluster/discovery/discovery.ts'
import { UsageError } from '../exit-code.ts'
import { defineCommand } from './command.ts'
import { outputFormat } from './output-format.ts'
import { offerRestoration } from './restore/offer.ts'
import { placed, typeOf } from './restore/place.ts'
import { readBackup } from './restore/read-backup.ts'
import { runToEnd } from './write/finish.ts'
import { readBackupDirectory, readDryRun, readOverrides, writeFlags } from './write/write-flags.ts'

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
    override: { ...override, describe: 'Pass this guard: IncompleteRead' },
    'dry-run': dryRun,
    'backup-dir': { ...directory, describe: 'Directory for the journal of this run' },
    output,
  },
  async run({ words, flags, namespace }, context) {
    const [file, ...more] = words
    if (file === undefined || file === '' || more.length > 0)
      throw new UsageError('name one backup file, or - for stdin')
    const options = {
      yes: flags.yes ?? false,
      dryRun: readDryRun(flags['dry-run']),
      backupDirectory: readBackupDirectory(flags, context),
      format: outputFormat(flags.output, ['json', 'yaml']),
    }
    const overrides = new Set(flags.override.flatMap(readOverrides))
    return runToEnd('restore', options, context, async () => {
      const backup = await readBackup(file, context)
      const { signal } = context
      const session = await context.connect()
      const discovery = await discover(session.transport, signal)
      const type = typeOf(backup, discovery)
      const object = placed(backup, type, namespace, session.namespace)
      const plan = await planRestoration(session.transport, type, object, discovery, overrides, signal)
      const { step, interrupted } =
        'dropped' in plan
          ? await offerRestoration(plan, { ...options, fromStdin: file === '-' }, session.transport, context)
          : { step: plan, interrupted: false }
      return { steps: [step], interrupted }
    })
  },
})
