import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parse } from 'yaml'
import type { Connection } from '../../control-plane/request.ts'

type Entry = Record<string, string | undefined>

/**
 * What a context of a kubeconfig (the current one unless said) comes down to; undefined when it has no such context.
 * Knows tokens and client certificates, not credential plugins.
 */
export function connectionOf(kubeconfig: string, contextName?: string): Connection | undefined {
  const config = parse(readFileSync(kubeconfig, 'utf8'))
  const find = (list: string, field: string, name: string | undefined): Entry | undefined =>
    config[list]?.find((entry: { name: string }) => entry.name === name)?.[field]
  const context = find('contexts', 'context', contextName ?? config['current-context'])
  const cluster = find('clusters', 'cluster', context?.cluster)
  if (cluster?.server === undefined) return undefined
  const user = find('users', 'user', context?.user) ?? {}
  const text = (entry: Entry, field: string): string | undefined => {
    const data = entry[`${field}-data`]
    if (data !== undefined) return Buffer.from(data, 'base64').toString()
    return entry[field] === undefined ? undefined : readFileSync(resolve(dirname(kubeconfig), entry[field]), 'utf8')
  }
  return {
    server: cluster.server,
    ca: text(cluster, 'certificate-authority'),
    token: user.token,
    certificate: text(user, 'client-certificate'),
    key: text(user, 'client-key'),
  }
}
