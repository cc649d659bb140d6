import { dirname, isAbsolute, resolve, sep } from 'node:path'
import type { ClusterEntry, ExecConfig, Kubeconfig, UserEntry } from './kubeconfig.ts'
import type { LoadedFile } from './load.ts'

/**
 * One kubeconfig out of several, the first file's entry winning whole: fields of two entries never mix. The paths in it
 * become absolute, against the folder of the file that holds them.
 */
export function mergeKubeconfigs(files: readonly LoadedFile[]): Kubeconfig {
  const located = files.map(locate)
  const currentContext = located.find(config => config.currentContext !== undefined)?.currentContext
  return {
    currentContext,
    clusters: firstWins(located.map(config => config.clusters)),
    contexts: firstWins(located.map(config => config.contexts)),
    users: firstWins(located.map(config => config.users)),
  }
}

function firstWins<Entry>(maps: readonly ReadonlyMap<string, Entry>[]): ReadonlyMap<string, Entry> {
  return new Map(maps.toReversed().flatMap(map => [...map]))
}

function locate({ path, config }: LoadedFile): Kubeconfig {
  const folder = resolve(dirname(path))
  return {
    ...config,
    clusters: mapValues(config.clusters, cluster => locateCluster(cluster, folder)),
    users: mapValues(config.users, user => ({ ...locateUser(user, folder), file: resolve(path) })),
  }
}

function locateCluster(cluster: ClusterEntry, folder: string): ClusterEntry {
  const { certificateAuthority: ca } = cluster
  return ca === undefined ? cluster : { ...cluster, certificateAuthority: resolve(folder, ca) }
}

function locateUser(user: UserEntry, folder: string): UserEntry {
  const located: Record<string, string | ExecConfig> = {}
  for (const field of ['clientCertificate', 'clientKey', 'tokenFile'] as const) {
    if (user[field] !== undefined) located[field] = resolve(folder, user[field])
  }
  if (user.exec !== undefined) located.exec = locateCommand(user.exec, folder)
  return { ...user, ...located }
}

/** A command without a separator is looked up on PATH; with one it is a file, seen from the kubeconfig's folder. */
function locateCommand(exec: ExecConfig, folder: string): ExecConfig {
  const { command } = exec
  return command?.includes(sep) && !isAbsolute(command) ? { ...exec, command: resolve(folder, command) } : exec
}

function mapValues<From, To>(map: ReadonlyMap<string, From>, change: (value: From) => To): ReadonlyMap<string, To> {
  return new Map([...map].map(([key, value]) => [key, change(value)]))
}
