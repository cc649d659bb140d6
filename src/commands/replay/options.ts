import type { Invocation } from '../../commandline/command.ts'
import type { FlagSpecs } from '../../commandline/flag-spec.ts'
import { readDuration } from '../../commandline/scope-flags.ts'
import { writeFlags } from '../../commandline/write-flags.ts'
import { UsageError } from '../../exit-code.ts'
import { readAsked } from '../../operations/inspect/asked.ts'
import type { ReplayRequest, TargetKubeconfig } from '../../operations/replay/request.ts'

export const replayFlags = {
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

/** Throws UsageError on what is malformed; nothing was read by then. */
export function readReplayOptions({ words, flags }: Invocation<typeof replayFlags>): ReplayRequest {
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
