import { defineCommand, type Invocation } from '../commandline/command.ts'
import { runToEnd } from '../commandline/finish.ts'
import type { FlagSpecs } from '../commandline/flag-spec.ts'
import { readDuration } from '../commandline/scope-flags.ts'
import { targetFlags } from '../commandline/target-flags.ts'
import { readTargetOptions } from '../commandline/target-options.ts'
import { readWriteOptions, writeFlags } from '../commandline/write-flags.ts'
import { UsageError } from '../exit-code.ts'
import { stillThere } from '../operations/delete/look-again.ts'
import type { DeleteRequest } from '../operations/delete/run-delete.ts'
import { runDelete } from '../operations/delete/run-delete.ts'
import { tellLeftSuspended } from '../operations/delete/with-suspended.ts'
import type { TargetOptions } from '../operations/preflight/find-targets.ts'
import { beginWith } from '../operations/preflight/find-targets.ts'
import { preflightCluster } from '../operations/preflight/preflight-cluster.ts'
import { shownPreflight } from '../operations/preflight/shown-preflight.ts'
import { duringScan } from '../operations/scan-progress.ts'

const PROPAGATION = { background: 'Background', foreground: 'Foreground', orphan: 'Orphan' } as const
const DEFAULT_TIMEOUT_SECONDS = 300

const deleteFlags = {
  ...targetFlags,
  ...writeFlags,
  override: {
    ...writeFlags.override,
    describe: 'Override these guards: WouldGetStuck (where preflight cannot tell), BelongsToOthers, LosesData',
  },
  timeout: {
    type: 'string',
    describe: 'The length of time to wait before giving up on all waves together: 30s, 10m (default 5m)',
  },
} as const satisfies FlagSpecs

const deleteInOrder = defineCommand({
  name: 'delete',
  also: ['del', 'destroy', 'uninstall'],
  words:
    'TYPE/NAME... | TYPE NAME... | TYPE -l SELECTOR | operator NAME | -f FILE | -k DIRECTORY | --helm RELEASE | --argocd APPLICATION | --flux KIND/NAME',
  completes: 'objects',
  summary: 'Delete live objects in the order that works, each wave gone before the next; removes no finalizer',
  examples: [
    ['kubectl finalize delete ns/shop', 'A namespace: first what needs a controller in it'],
    ['kubectl finalize delete ns/operator crd/widgets.example.com', 'An operator with its CRD and all objects of it'],
    ['kubectl finalize delete operator widgets -n widgets', 'An operator, after all objects of its CRDs; CRDs stay'],
    ['kubectl finalize delete -f app/ -R', 'What a file or directory names; - for standard input'],
    ['kubectl finalize delete --helm web -n shop', 'The objects of a Helm release, as it is stored'],
    ['kubectl finalize delete --argocd argocd/web', 'An Application of Argo CD with its objects'],
    ['kubectl finalize delete --flux ks/web -n shop', 'A Kustomization of Flux with its objects; or hr/NAME'],
    ['kubectl finalize delete ns/shop --dry-run=client', 'Show what would go, and in which order'],
    ['kubectl finalize delete pvc/data -n shop --override LosesData', 'Also where data goes that nothing brings back'],
  ],
  flags: deleteFlags,
  async run(invocation, context) {
    const options = readDeleteOptions(invocation)
    const write = readWriteOptions(invocation.flags, context)
    return runToEnd('delete', write, context, async () => {
      const session = await context.connect()
      const begun = await beginWith(options, session, context)
      await tellLeftSuspended(write.backupDirectory, session.transport, context)
      // What is gone already is what a run that was interrupted has done; what cannot be read may be anything.
      if (begun.found.length === 0) return { steps: [], unread: begun.isMissing }
      if (begun.unread.length > 0) return { steps: [], unread: true }
      const request = { ...begun, ...options }
      const fly = (found: typeof begun.found) =>
        duringScan(context, report => preflightCluster({ ...request, found }, session, context, report))
      const flown = await fly(begun.found)
      if (flown.interrupted) return { steps: [] }
      const home = { cluster: { name: undefined }, transport: session.transport, discovery: begun.discovery }
      const words = flown.preflight.targets.map(({ resource, name }) => `${resource}/${name}`)
      const shown = shownPreflight(flown, words, context.aim)
      const run = { options: write, transport: session.transport, ports: context }
      const again = async () => fly(await stillThere(begun.found, session.transport, context.signal))
      return runDelete({ ...flown, home, shown, again, served: begun.served }, options, run)
    })
  },
})

/** By the name of the command, which is no name of a variable. */
export { deleteInOrder as delete }

/** Throws UsageError on what is malformed or contradicts itself; nothing was read by then. */
function readDeleteOptions(invocation: Invocation<typeof deleteFlags>): DeleteRequest & TargetOptions {
  const { flags } = invocation
  const targets = readTargetOptions(invocation, 'delete')
  if (flags.wait === false) throw new UsageError('--wait=false may not be used with delete: the order requires waiting')
  return {
    ...targets,
    propagation: PROPAGATION[targets.cascade],
    timeoutSeconds: flags.timeout === undefined ? DEFAULT_TIMEOUT_SECONDS : readDuration(flags.timeout, '--timeout'),
  }
}
