import type { Invocation } from '../../commandline/command.ts'
import { contextsFlag } from '../../commandline/contexts-flag.ts'
import type { FlagSpecs } from '../../commandline/flag-spec.ts'
import { outputFormat } from '../../commandline/output-format.ts'
import { readDuration } from '../../commandline/scope-flags.ts'
import { UsageError } from '../../exit-code.ts'
import type { LeaseName } from '../../operations/watch/lease.ts'
import { readAddress } from './address.ts'

const formats = ['json', 'yaml'] as const

export const watchFlags = {
  'all-namespaces': {
    type: 'boolean',
    alias: 'A',
    describe: 'Watch objects across all namespaces, which is the default without --namespace',
  },
  after: { type: 'string', describe: 'Explain what terminates for longer than this: 30s, 5m, 1h (default 5m)' },
  every: { type: 'string', describe: 'The least time between two explanations (default 2m)' },
  once: { type: 'boolean', describe: 'Look once and end: exit code 3 when something is held for longer than --after' },
  metrics: {
    type: 'string',
    describe: 'Serve Prometheus metrics at this address, with /healthz and /readyz: [HOST]:PORT, for example :9180',
  },
  events: {
    type: 'boolean',
    describe: 'Write an Event for each cause and namespace, again every 15 minutes as long as it holds something',
  },
  advice: {
    type: 'boolean',
    describe: 'Have kubectl delete warn of what would get stuck, by a ValidatingAdmissionPolicy, as long as this runs',
  },
  lease: {
    type: 'string',
    describe: 'For several processes: only the holder of this Lease writes to the cluster: NAMESPACE/NAME',
  },
  report: {
    type: 'string',
    completes: 'files',
    describe: 'Write a page and a recording of each new cause to this directory, which keeps the newest of them',
  },
  'skip-types': {
    type: 'string',
    completes: 'types',
    describe: 'Types that are not watched on purpose: secrets,widgets.example.com',
  },
  textfile: {
    type: 'string',
    completes: 'files',
    describe: 'With --once: write the metrics to this file, for the textfile collector of node_exporter',
  },
  ...contextsFlag,
  output: { type: 'string', alias: 'o', completes: formats, describe: 'Output format. One of: (json, yaml)' },
} as const satisfies FlagSpecs

/** Flags of what goes on. */
const LASTING = ['every', 'metrics', 'events', 'advice', 'lease', 'report'] as const

export type WatchOptions = ReturnType<typeof readWatchOptions>

/** Throws UsageError on what is malformed or contradicts itself; nothing was read by then. Times are in seconds. */
export function readWatchOptions({ words, flags, namespace }: Invocation<typeof watchFlags>) {
  if (words.length > 0) throw new UsageError(`watch takes no arguments: "${words[0]}"`)
  const lasting = LASTING.find(flag => flags[flag] !== undefined)
  if (flags.once && lasting !== undefined) throw new UsageError(`--once and --${lasting} may not be used together`)
  if (flags.textfile !== undefined && !flags.once) throw new UsageError('--textfile requires --once')
  const empty = (['textfile', 'report', 'skip-types'] as const).find(flag => flags[flag] === '')
  if (empty !== undefined) throw new UsageError(`invalid argument "" for "--${empty}" flag: must not be empty`)
  return {
    namespace: flags['all-namespaces'] ? undefined : namespace,
    after: readDuration(flags.after ?? '5m', '--after'),
    every: readDuration(flags.every ?? '2m', '--every'),
    once: flags.once ?? false,
    metrics: flags.metrics === undefined ? undefined : readAddress(flags.metrics),
    events: flags.events ?? false,
    /** A warning at `kubectl delete`. */
    advice: flags.advice ?? false,
    /** Only its holder writes. */
    lease: flags.lease === undefined ? undefined : readLease(flags.lease),
    /** A directory. */
    report: flags.report,
    skipped: new Set(flags['skip-types']?.split(',').filter(name => name !== '')),
    textfile: flags.textfile,
    format: outputFormat(flags.output, formats),
  }
}

/** Names of Kubernetes, which need no escape in a path. */
const LEASE = /^([a-z0-9][-a-z0-9]{0,62})\/([a-z0-9][-.a-z0-9]{0,252})$/

function readLease(text: string): LeaseName {
  const [, namespace, name] = LEASE.exec(text) ?? []
  if (namespace !== undefined && name !== undefined) return { namespace, name }
  throw new UsageError(`invalid argument "${text}" for "--lease" flag: must be NAMESPACE/NAME`)
}
