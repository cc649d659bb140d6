import { Writable } from 'node:stream'
import { printable } from './api/printable.ts'
import { visible } from './api/visible.ts'
import type { Connection } from './cluster/kubeconfig/connection.ts'
import type { ConnectContext } from './cluster/transport/connect.ts'
import type { CommandContext, NamedContext, NamedKubeconfig } from './commandline/command.ts'
import type { FromFlag } from './commandline/from-flag.ts'
import type { GlobalFlags } from './commandline/global-flags.ts'
import { UsageError } from './exit-code.ts'
import type { Host } from './host.ts'
import type { Sentence } from './messages/sentence.ts'
import type { OtherCluster, Session } from './operations/ports.ts'
import { brief } from './render/brief.ts'

/**
 * Connects to the cluster that the global flags name: the embedded sandbox, or a server by flags and kubeconfig.
 * Rejects with ApiFailure or UsageError; what is not needed for the one is not loaded for the other.
 */
export function openSession(flags: GlobalFlags & FromFlag, verbosity: number, host: Host): Promise<Session> {
  if (flags.from !== undefined) return openFrom(flags.from, flags, host)
  if (flags.sandbox !== undefined) return openSandbox(flags, host)
  return connectToServer(flags, host, talkative(verbosity, host))
}

function talkative(verbosity: number, { terminal }: Host): Omit<ConnectContext, 'env'> {
  return {
    verbosity,
    log: line => terminal.stderr.write(`${printable(line)}\n`),
    // A survey reads deprecated types that were not named, and tries changes that are not made: only what is
    // written is worth a warning.
    warn: (text, { method, query }) =>
      method !== 'GET' && query?.dryRun === undefined && terminal.stderr.write(`Warning: ${brief(text, '')}\n`),
  }
}

/**
 * The same without output on the terminal, and without questions. Tokens are not renewed: a process that gives up in
 * the middle of that has spent the refresh token and kept nothing.
 */
export function openQuietSession(flags: GlobalFlags & FromFlag, host: Host): Promise<Session> {
  if (flags.from !== undefined) return openFrom(flags.from, flags, host)
  if (flags.sandbox !== undefined) return openSandbox(flags, host)
  const discarded = new Writable({ write: (_chunk, _encoding, done) => done() })
  return connectToServer(flags, host, { interactive: false, stderr: discarded, renewsTokens: false })
}

async function openSandbox(flags: GlobalFlags, host: Host): Promise<Session> {
  const contradiction = (['kubeconfig', 'context', 'server'] as const).find(name => flags[name] !== undefined)
  if (contradiction !== undefined) throw new UsageError(`--sandbox and --${contradiction} may not be used together`)
  const { buildIncident } = await import('./sandbox/incidents/index.ts')
  const sandbox = buildIncident(flags.sandbox!, host.clock)
  if (sandbox === undefined) throw await unknownIncident(flags.sandbox!)
  // Its controllers run while the command does, as those of a cluster would.
  const stop = sandbox.start()
  const place = ['the sandbox', flags.sandbox].filter(text => text !== '').join(' ')
  return { transport: { ...sandbox.transport(), close: stop }, namespace: flags.namespace || 'default', place }
}

/** Flags that lead to a cluster. */
const LEADING = ['sandbox', 'kubeconfig', 'context', 'cluster', 'user', 'server', 'token', 'as'] as const

async function openFrom(path: string, flags: GlobalFlags, { clock, terminal, input, signal }: Host): Promise<Session> {
  const contradiction = LEADING.find(name => flags[name] !== undefined)
  if (contradiction !== undefined) throw new UsageError(`--from and --${contradiction} may not be used together`)
  const { openArchived } = await import('./operations/inspect/open-archived.ts')
  const warnings: Sentence[] = []
  const say = (warning: Sentence) => void warnings.push(warning)
  const session = await openArchived(path, flags.namespace, clock, say, () => input(signal))
  if (warnings.length > 0) {
    const { inWords } = await import('./render/words/in-words.ts')
    for (const warning of warnings) terminal.stderr.write(`${inWords(warning)}\n`)
  }
  return session
}

async function unknownIncident(name: string): Promise<UsageError> {
  const { incidents } = await import('./sandbox/incidents/index.ts')
  return new UsageError(`unknown incident "${name}": known are ${incidents.map(incident => incident.name).join(', ')}`)
}

async function connectToServer(flags: GlobalFlags, host: Host, context: Omit<ConnectContext, 'env'>): Promise<Session> {
  const { resolveConnection } = await import('./cluster/kubeconfig/resolve.ts')
  return open(await resolveConnection(flags, host.env), host, context)
}

/** What a command may reach when these flags are laid over those of the run. */
type Enter = (leading: Partial<GlobalFlags>) => CommandContext

/** All contexts of the kubeconfig files that count, by name. Rejects with ApiFailure `configuration`. */
export async function contextsOf(flags: GlobalFlags, host: Host, enter: Enter): Promise<readonly NamedContext[]> {
  const { loadKubeconfigs } = await import('./cluster/kubeconfig/load.ts')
  const { mergeKubeconfigs } = await import('./cluster/kubeconfig/merge.ts')
  const { diskFiles } = await import('./cluster/kubeconfig/file-reader.ts')
  const config = mergeKubeconfigs(await loadKubeconfigs(flags.kubeconfig, host.env, diskFiles))
  return [...config.contexts.keys()].toSorted().map(name => ({ name, enter: () => enter({ context: name }) }))
}

/** Each kubeconfig of a list of files and directories, by itself. Rejects with ApiFailure `configuration`. */
export async function kubeconfigsOf(list: string, enter: Enter): Promise<readonly NamedKubeconfig[]> {
  const { readKubeconfigs } = await import('./cluster/kubeconfig/several.ts')
  return (await readKubeconfigs(list)).map(({ path, currentContext, contexts, failure }) => ({
    path,
    current: currentContext,
    contexts: contexts.map(name => ({ name, enter: () => enter({ kubeconfig: path, context: name }) })),
    failure,
    enter: () => enter({ kubeconfig: path }),
  }))
}

/** Connects by another kubeconfig than that of the global flags; none of those holds for it. */
export async function openOther(other: OtherCluster, verbosity: number, host: Host): Promise<Session> {
  const context = talkative(verbosity, host)
  const { resolveConnection } = await import('./cluster/kubeconfig/resolve.ts')
  if ('path' in other) {
    const flags = { kubeconfig: other.path, context: other.context }
    return open(await resolveConnection(flags, host.env), host, context)
  }
  const { confined } = await import('./cluster/kubeconfig/confined.ts')
  const { contextName: _, ...connection } = await confined(other.name, other.kubeconfig)
  return open(connection, host, context)
}

async function open(connection: Connection, host: Host, context: Omit<ConnectContext, 'env'>): Promise<Session> {
  const { connect } = await import('./cluster/transport/connect.ts')
  const transport = await connect(connection, { env: host.env, ...context })
  return { transport, namespace: connection.namespace, place: placeOf(connection) }
}

/** The context only where the user chose by it: that of a kubeconfig out of a cluster says nothing to anybody. */
function placeOf({ contextName, server, inCluster }: Connection): string {
  const address = printable(server)
  if (inCluster) return `the cluster of this Pod (${address})`
  return contextName === undefined ? address : `context ${visible(contextName)} (${address})`
}
