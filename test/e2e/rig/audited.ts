import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { removeAtEnd } from '../../control-plane/process-group.ts'
import { request } from '../../control-plane/request.ts'
import { until } from '../../control-plane/until.ts'
import { connectionOf } from './connection-of.ts'
import { unique } from './unique.ts'

/** A request that may change something, as the API server's audit log has it. */
export interface Audited {
  readonly verb: string
  readonly requestURI: string
  readonly userAgent: string
  readonly user: { readonly username: string }
  readonly impersonatedUser?: { readonly username: string }
  readonly objectRef?: {
    readonly resource: string
    readonly apiGroup?: string
    readonly namespace?: string
    readonly name?: string
    readonly subresource?: string
  }
  readonly responseStatus?: { readonly code: number }
  readonly requestObject?: {
    readonly dryRun?: readonly string[]
    readonly metadata?: { readonly uid?: string; readonly resourceVersion?: string }
    readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string }
  }
}

/** A cluster as one run alone speaks to it. */
export interface AuditedCluster {
  /** For the program: the same cluster and rights, as a user of this run alone. */
  readonly env: { readonly KUBECONFIG: string }
  /** Who that is in the audit log. */
  readonly user: string
  /** All requests of that user, or of another one, that may have changed something, dry runs among them. */
  requests(user?: string): Promise<readonly Audited[]>
}

/** Has one run alone be told apart in the audit log of a cluster, from here on: its administrator impersonates a user with the same rights. */
export function auditedCluster(kubeconfig: string, auditLog: string): AuditedCluster {
  const begin = statSync(auditLog).size
  const user = unique('e2e-run')
  const config = parse(readFileSync(kubeconfig, 'utf8'))
  const context = config.contexts.find(({ name }: { name: string }) => name === config['current-context'])
  const own = config.users.find(({ name }: { name: string }) => name === context.context.user)
  const impersonates = { name: user, user: { ...own.user, as: user, 'as-groups': ['system:masters'] } }
  const current = { name: user, context: { ...context.context, user } }
  const file = join(mkdtempSync(join(tmpdir(), 'kubectl-finalize-audited-')), 'kubeconfig')
  removeAtEnd(join(file, '..'))
  const users = [...config.users, impersonates]
  const contexts = [...config.contexts, current]
  writeFileSync(file, stringify({ ...config, users, contexts, 'current-context': user }), { mode: 0o600 })
  return {
    env: { KUBECONFIG: file },
    user,
    async requests(name = user) {
      const all = await readFrom(auditLog, begin, kubeconfig)
      return all.filter(({ impersonatedUser, user }) => (impersonatedUser ?? user).username === name)
    },
  }
}

/** A mark of its own is written behind everything that was answered before, and then all of it is read. */
async function readFrom(auditLog: string, begin: number, kubeconfig: string): Promise<readonly Audited[]> {
  const mark = unique('mark')
  const draft = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: mark } }
  await request(connectionOf(kubeconfig)!, 'POST', '/api/v1/namespaces/default/configmaps?dryRun=All', draft)
  const look = async (): Promise<string | undefined> => {
    const text = await textFrom(auditLog, begin)
    return text.includes(mark) && text.endsWith('\n') ? text : undefined
  }
  const text = await until(look, { what: 'the audit log', deadlineSeconds: 60 })
  return text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Audited)
}

/** From the first line that begins there or after: the server may have been writing one. */
async function textFrom(file: string, begin: number): Promise<string> {
  await using handle = await open(file)
  const { size } = await handle.stat()
  const at = Math.max(0, begin - 1)
  const { buffer } = await handle.read(Buffer.alloc(size - at), 0, size - at, at)
  const text = buffer.toString()
  return begin === 0 ? text : text.slice(text.indexOf('\n') + 1)
}
