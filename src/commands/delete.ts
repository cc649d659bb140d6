import { commandFor } from '../commandline/aim.ts'
import { type CommandContext, defineCommand } from '../commandline/command.ts'
import { duringScan } from '../commandline/scan-progress.ts'
import { readWriteOptions, type WriteOptions } from '../commandline/write-flags.ts'
import { graphOfObjects } from '../diagnosis/graph.ts'
import { runDelete } from '../operations/delete/run-delete.ts'
import { serverVersion } from '../operations/inspect/server-version.ts'
import { discoverFor, typeWords } from '../operations/inspect/types-named.ts'
import { findTargets } from '../operations/preflight/find-targets.ts'
import { type Preflown, preflightCluster } from '../operations/preflight/preflight-cluster.ts'
import { runToEnd } from '../operations/write/finish.ts'
import { planOutput } from '../operations/write/plan-output.ts'
import { createPaint } from '../render/paint.ts'
import { formatPreflight } from '../render/preflight.ts'
import { deleteFlags, readDeleteOptions } from './delete/options.ts'

const deleteInOrder = defineCommand({
  name: 'delete',
  also: ['del', 'destroy', 'uninstall'],
  words: 'TYPE/NAME... | TYPE NAME... | TYPE -l SELECTOR | -f FILE',
  completes: 'objects',
  summary: 'Delete live objects in the order that works, each wave gone before the next; removes no finalizer',
  examples: [
    ['kubectl finalize delete ns/shop', 'A namespace: first what needs a controller in it'],
    ['kubectl finalize delete ns/operator crd/widgets.example.com', 'An operator with its CRD and all objects of it'],
    ['kubectl finalize delete -f app.yaml', 'What a file names; - for standard input'],
    ['kubectl finalize delete ns/shop --dry-run=client', 'Show what would go, and in which order'],
    ['kubectl finalize delete pvc/data -n shop --override LosesData', 'Also where data goes that nothing brings back'],
  ],
  flags: deleteFlags,
  async run(invocation, context) {
    const options = readDeleteOptions(invocation)
    const write = readWriteOptions(invocation.flags, context)
    return runToEnd('delete', write, context, async () => {
      const session = await context.connect()
      const { transport } = session
      const [discovery, version] = await Promise.all([
        discoverFor(typeWords(options.asked), transport, context.signal),
        serverVersion(transport, context.signal),
      ])
      const targets = await findTargets(options, discovery, session, context)
      for (const line of targets.notes) context.terminal.stderr.write(`${line}\n`)
      // What is gone already is what a run that was interrupted has done; what cannot be read may be anything.
      if (targets.found.length === 0) return { steps: [], unread: targets.isMissing }
      if (targets.unread.length > 0) return { steps: [], unread: true }
      const request = { ...targets, ...options, discovery, version, isRecorded: false }
      const flown = await duringScan(context, report => preflightCluster(request, session, context, report))
      if (flown.interrupted) return { steps: [], interrupted: true }
      const home = { name: undefined, transport, discovery }
      const show = () => showPreflight(flown, write, context)
      const { steps, interrupted } = await runDelete({ ...flown, home, show }, options, write, context)
      return { steps, interrupted }
    })
  },
})

/** Shows what a preflight says: as the answer of a dry run, else beside it. */
function showPreflight({ preflight, objects }: Preflown, write: WriteOptions, context: CommandContext): void {
  const { terminal, aim } = context
  const output = planOutput(write, context)
  const words = preflight.targets.map(({ resource, name }) => `${resource}/${name}`)
  const style = {
    columns: output.columns,
    paint: createPaint(terminal.colour && output.columns !== undefined),
    everything: commandFor(aim, 'kubectl', 'finalize', 'preflight', ...words, '-o', 'json'),
    namespaceCommand: undefined,
  }
  output.write(formatPreflight(preflight, graphOfObjects(objects), style))
}

/** By the name of the command, which is no name of a variable. */
export { deleteInOrder as delete }
