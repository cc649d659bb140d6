import { printable } from '../api/printable.ts'
import { defineCommand } from '../commandline/command.ts'
import { chosenContexts } from '../commandline/contexts-flag.ts'
import { readWatchOptions, watchFlags } from './watch/options.ts'
import { watchOn } from './watch/watch-on.ts'

const skippedNote = (skipped: ReadonlySet<string>): string =>
  `note: not watched: ${[...skipped].join(', ')} (--skip-types): what is stuck there is not seen`

export const watch = defineCommand({
  name: 'watch',
  also: ['monitor', 'follow'],
  summary: 'Keep watching what is stuck: one line for each change; removes nothing',
  examples: [
    ['kubectl finalize watch', 'A line for each cause that comes, changes or ends'],
    ['kubectl finalize watch -n shop --after 10m', 'One namespace; explain what terminates for ten minutes'],
    ['kubectl finalize watch --metrics :9180', 'Prometheus metrics at /metrics, without a series for an object'],
    ['kubectl finalize watch --events', 'Also an Event for each cause and namespace'],
    ['kubectl finalize watch --advice', 'Have kubectl delete warn of what would get stuck'],
    ['kubectl finalize watch --contexts /^prod-/', 'Several clusters; one that cannot be reached is a line'],
    ['kubectl finalize watch --once', 'For a CronJob: exit code 3 when something is held for five minutes'],
  ],
  flags: watchFlags,
  async run(invocation, context) {
    const options = readWatchOptions(invocation)
    const { skipped } = options
    if (skipped.size > 0) context.terminal.stderr.write(`${printable(skippedNote(skipped))}\n`)
    const chosen = await chosenContexts(invocation.flags, context)
    if (options.once && chosen !== undefined) {
      const { watchContextsOnce } = await import('./watch/watch-contexts-once.ts')
      return watchContextsOnce(options, chosen, context)
    }
    if (options.once) {
      const { watchOnce } = await import('./watch/watch-once.ts')
      return watchOnce(options, context)
    }
    return watchOn(options, chosen ?? (await context.connect()), context)
  },
})
