import { isAbsence } from '../api/absence.ts'
import type { ApiFailure } from '../api/failure.ts'
import { DEFAULT_PAGE_SIZE } from '../cluster/scan/scan.ts'
import { commandFor } from '../commandline/aim.ts'
import { type CommandContext, defineCommand } from '../commandline/command.ts'
import { duringScan } from '../commandline/scan-progress.ts'
import { readWriteOptions, type WriteOptions } from '../commandline/write-flags.ts'
import { graphOfObjects } from '../diagnosis/graph.ts'
import { runDelete } from '../operations/delete/run-delete.ts'
import { readNamed } from '../operations/inspect/named-objects.ts'
import { serverVersion } from '../operations/inspect/server-version.ts'
import { discoverFor } from '../operations/inspect/types-named.ts'
import { type Preflown, preflightCluster } from '../operations/preflight/preflight-cluster.ts'
import { runToEnd } from '../operations/write/finish.ts'
import { planOutput } from '../operations/write/plan-output.ts'
import { CLOSE_UP } from '../render/explanation-style.ts'
import { formatFailure } from '../render/failure.ts'
import { createPaint } from '../render/paint.ts'
import { formatPreflight } from '../render/preflight.ts'
import { deleteFlags, readDeleteOptions } from './delete/options.ts'

const deleteInOrder = defineCommand({
  name: 'delete',
  also: ['del', 'destroy', 'uninstall'],
  words: 'TYPE/NAME... | TYPE NAME...',
  completes: 'objects',
  summary: 'Delete live objects in the order that works, each wave gone before the next; removes no finalizer',
  examples: [
    ['kubectl finalize delete ns/shop', 'A namespace: first what needs a controller in it'],
    ['kubectl finalize delete ns/operator crd/widgets.example.com', 'An operator with its CRD and all objects of it'],
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
      const types = options.names.map(({ type }) => type)
      const [discovery, version] = await Promise.all([
        discoverFor(types, transport, context.signal),
        serverVersion(transport, context.signal),
      ])
      const named = await readNamed(transport, options.names, discovery, session.namespace, context.signal)
      for (const failure of named.failures) context.terminal.stderr.write(`${formatFailure(failure)}\n`)
      // What is gone already is what a run that was interrupted has done; what cannot be read may be anything.
      const isAbsent = (failure: ApiFailure): boolean => options.names.some(({ name }) => isAbsence(failure, name))
      if (named.found.length === 0 || !named.failures.every(isAbsent)) return { steps: [], unread: true }
      const request = { ...named, discovery, version, pageSize: DEFAULT_PAGE_SIZE, cascade: options.cascade }
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
    limits: CLOSE_UP,
    everything: commandFor(aim, 'kubectl', 'finalize', 'preflight', ...words, '-o', 'json'),
    namespaceCommand: undefined,
  }
  output.write(formatPreflight(preflight, graphOfObjects(objects), style))
}

/** By the name of the command, which is no name of a variable. */
export { deleteInOrder as delete }
