import { defineCommand, type Invocation } from '../commandline/command.ts'
import { runToEnd } from '../commandline/finish.ts'
import type { FlagSpecs } from '../commandline/flag-spec.ts'
import { readDuration } from '../commandline/scope-flags.ts'
import { readWriteOptions, writeFlags } from '../commandline/write-flags.ts'
import { UsageError } from '../exit-code.ts'
import { readAsked } from '../operations/inspect/asked.ts'
import { discoverFor } from '../operations/inspect/types-named.ts'
import { findSubject } from '../operations/replay/find-subject.ts'
import type { ReplayRequest, TargetKubeconfig } from '../operations/replay/request.ts'
import { liveSteps } from '../plan/refused-steps.ts'

const replayFlags = {
  filename: {
    type: 'string',
    alias: 'f',
    once: 'specify one file',
    completes: 'files',
    describe: 'File with the groups; - for standard input',
  },
  target: { type: 'list', describe: 'Cluster of a Landscaper Target: NAME=KUBECONFIG[:CONTEXT], can be repeated' },
  'during-update': { type: 'boolean', describe: "Landscaper's deletionGroupsDuringUpdate in place of deletionGroups" },
  'delete-all-resources': {
    type: 'boolean',
    describe: 'In groups with deleteAllResources, also delete what the DeployItem did not deploy',
  },
  'no-finalizer': { type: 'boolean', describe: 'Stop after the groups' },
  'poll-interval': {
    type: 'string',
    describe: 'How often to check whether objects are gone that you may not watch: 1s, 5s',
  },
  ...writeFlags,
  timeout: {
    type: 'string',
    describe:
      'The length of time to wait before giving up on all groups together (default: the timeout of the groups, else 5m)',
  },
  'timeout-per-group': {
    type: 'boolean',
    describe: "The timeout starts again for each group, as in Orkestra's first releases",
  },
} as const satisfies FlagSpecs

export const replay = defineCommand({
  name: 'replay',
  words: 'TYPE/NAME | TYPE NAME',
  completes: 'objects',
  summary: 'Run the ordered deletion of a custom resource whose operator is gone',
  examples: [
    ['kubectl finalize replay cache/c1 -n shop -f katalog.yaml', 'By the groups of an Orkestra Katalog'],
    [
      'kubectl finalize replay deployitem/app-x -n ls',
      "By a Landscaper DeployItem's own groups, in its Target's cluster",
    ],
    ['kubectl finalize replay cache/c1 -n shop', 'What it owns: namespaced objects, cluster-scoped ones, then CRDs'],
    ['kubectl finalize replay cache/c1 -n shop --dry-run=client', 'Show the plan'],
  ],
  flags: replayFlags,
  async run(invocation, context) {
    const request = readReplayOptions(invocation)
    const options = readWriteOptions(invocation.flags, context)
    return runToEnd('replay', options, context, async () => {
      const { transport, namespace } = await context.connect()
      const discovery = await discoverFor([request.subject.type], transport, context.signal)
      const home = { cluster: { name: undefined }, transport, discovery }
      const { finding, stuck } = await findSubject(request.subject, { transport, discovery, namespace }, context)
      if (stuck === undefined) return { steps: liveSteps([finding]) }
      const { prepare } = await import('../operations/replay/prepare.ts')
      const clusters = new Map([[undefined, home]])
      const replayRun = { request, options, transport, home, clusters, ports: context }
      const prepared = await prepare(finding, replayRun)
      const { runReplay } = await import('../operations/replay/run-replay.ts')
      return runReplay({ finding, stuck, prepared }, replayRun)
    })
  },
})

/** Throws UsageError on what is malformed; nothing was read by then. */
function readReplayOptions({ words, flags }: Invocation<typeof replayFlags>): ReplayRequest {
  const asked = readAsked(words, 'replay')
  if (asked.kind !== 'names' || asked.names.length !== 1) {
    throw new UsageError('exactly one custom resource must be specified: TYPE/NAME or TYPE NAME')
  }
  if (flags.wait === false) throw new UsageError('--wait=false may not be used with replay: the order requires waiting')
  if (flags.filename === '')
    throw new UsageError('invalid argument "" for "-f, --filename" flag: must be the path of a file')
  const poll =
    flags['poll-interval'] === undefined ? undefined : readDuration(flags['poll-interval'], '--poll-interval')
  if (poll === 0) throw new UsageError('invalid argument for "--poll-interval" flag: must be greater than 0')
  return {
    subject: asked.names[0]!,
    file: flags.filename,
    targets: flags.target.map(readTarget),
    duringUpdate: flags['during-update'] ?? false,
    deleteAll: flags['delete-all-resources'] ?? false,
    finalizer: !(flags['no-finalizer'] ?? false),
    pollSeconds: poll,
    timeoutSeconds: flags.timeout === undefined ? undefined : readDuration(flags.timeout, '--timeout'),
    timeoutPerGroup: flags['timeout-per-group'] ?? false,
  }
}

/** Reads `NAME=KUBECONFIG[:CONTEXT]`. Throws UsageError. */
export function readTarget(text: string): TargetKubeconfig {
  const equals = text.indexOf('=')
  const [target, rest] = [text.slice(0, equals), text.slice(equals + 1)]
  // A drive letter is no path of its own.
  const colon = rest.indexOf(':', /^[A-Za-z]:[\\/]/.test(rest) ? 2 : 0)
  const [path, context] = colon < 0 ? [rest, undefined] : [rest.slice(0, colon), rest.slice(colon + 1)]
  if (equals < 1 || path === '' || context === '') {
    throw new UsageError(`invalid argument "${text}" for "--target" flag: must be NAME=KUBECONFIG[:CONTEXT]`)
  }
  return { target, path, context }
}
