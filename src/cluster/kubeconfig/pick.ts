import { type ApiFailure, misconfigured } from '../../api/failure.ts'
import type { ConnectionFlags } from './connection-flags.ts'
import type { ClusterEntry, ContextEntry, Kubeconfig, UserEntry } from './kubeconfig.ts'

/** The entries of a kubeconfig that are in use, with the flags laid over them. */
export interface Picked {
  readonly contextName?: string | undefined
  readonly clusterName?: string | undefined
  readonly userName?: string | undefined
  readonly context: ContextEntry
  readonly cluster: ClusterEntry
  readonly user: UserEntry
}

/**
 * Picks context, cluster and user. A name that a flag gives must exist; a cluster or user that only a context names may
 * be missing, and is then empty, as for kubectl. Throws ApiFailure `configuration`.
 */
export function pickEntries(config: Kubeconfig, flags: ConnectionFlags): Picked {
  const contextName = flags.context || config.currentContext
  const context = contextName === undefined ? undefined : config.contexts.get(contextName)
  if (contextName !== undefined && context === undefined) throw missingContext(contextName, flags)
  const clusterName = flags.cluster || context?.cluster
  const userName = flags.user || context?.user
  const cluster = clusterName === undefined ? undefined : config.clusters.get(clusterName)
  const user = userName === undefined ? undefined : config.users.get(userName)
  if (flags.user && user === undefined) throw misconfigured(`auth info "${flags.user}" does not exist`)
  if (flags.cluster && cluster === undefined) throw misconfigured(`cluster "${flags.cluster}" does not exist`)
  return {
    contextName,
    clusterName,
    userName,
    context: context ?? {},
    cluster: overlayCluster(cluster ?? {}, flags),
    user: overlayUser(user ?? {}, flags),
  }
}

/** A CA or "skip verification" on the command line replaces all of the kubeconfig's trust; a server, its TLS name. */
function overlayCluster(cluster: ClusterEntry, flags: ConnectionFlags): ClusterEntry {
  const { certificateAuthority, certificateAuthorityData, insecureSkipTlsVerify, tlsServerName, ...rest } = cluster
  const trust =
    flags['insecure-skip-tls-verify'] || flags['certificate-authority']
      ? given({
          certificateAuthority: flags['certificate-authority'],
          insecureSkipTlsVerify: flags['insecure-skip-tls-verify'],
        })
      : given({ certificateAuthority, certificateAuthorityData, insecureSkipTlsVerify })
  const serverName = flags['tls-server-name'] || (flags.server ? undefined : tlsServerName)
  return {
    ...rest,
    ...trust,
    ...given({ tlsServerName: serverName, server: flags.server }),
    // Said aloud, false means something: compress, also from a server on this machine.
    ...(flags['disable-compression'] !== undefined && { disableCompression: flags['disable-compression'] }),
  }
}

/** --token silences the entry's tokenFile too. client-go lets the file win, so that kubectl ignores what was typed. */
function overlayUser(user: UserEntry, flags: ConnectionFlags): UserEntry {
  const { clientCertificate, clientCertificateData, clientKey, clientKeyData, tokenFile, ...rest } = user
  const certificate = flags['client-certificate']
    ? { clientCertificate: flags['client-certificate'] }
    : { clientCertificate, clientCertificateData }
  const key = flags['client-key'] ? { clientKey: flags['client-key'] } : { clientKey, clientKeyData }
  const { token, username, password, as, 'as-uid': asUid } = flags
  const extra = parseExtra(flags['as-user-extra'] ?? [])
  return {
    ...rest,
    ...given({ ...certificate, ...key, tokenFile: token ? undefined : tokenFile }),
    ...given({ token, username, password, as, asUid }),
    ...(flags['as-group']?.length && { asGroups: flags['as-group'] }),
    // kubectl merges the keys of both; a key on the command line replaces the entry's.
    ...(Object.keys(extra).length > 0 && { asUserExtra: { ...user.asUserExtra, ...extra } }),
  }
}

function parseExtra(pairs: readonly string[]): Record<string, readonly string[]> {
  const extra: Record<string, readonly string[]> = {}
  for (const pair of pairs) {
    const equals = pair.indexOf('=')
    if (equals < 0) continue
    const key = pair.slice(0, equals)
    extra[key] = [...(extra[key] ?? []), pair.slice(equals + 1)]
  }
  return extra
}

/** Flags are laid over a file only where they say something: "", false and absent do not, as in client-go's merge. */
function given<T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const kept = Object.entries(values).filter(([, value]) => Boolean(value))
  return Object.fromEntries(kept) as { [K in keyof T]?: NonNullable<T[K]> }
}

function missingContext(name: string, flags: ConnectionFlags): ApiFailure {
  return misconfigured(
    flags.context
      ? `context "${name}" does not exist`
      : `Error in configuration: context was not found for specified context: ${name}`,
  )
}
