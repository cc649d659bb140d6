import { execFile } from 'node:child_process'
import { request } from 'node:http'
import { request as requestSecurely } from 'node:https'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type BenchTarget, send } from './api.ts'
import { spread } from './measure.ts'

/** The ways of bare-reader.ts other than pages. */
const WAYS = ['whole', 'cache', 'stream', 'metadata-informer', 'informer', 'informer-stream']

interface Cost {
  readonly apiserver: number
  readonly etcd: number
  readonly seats: number
  readonly seatSeconds: number
}

interface Reading extends Cost {
  readonly seconds: number
  readonly bytes: number
  readonly requests: number
  readonly failed: number
}

/**
 * Measures in turn what each way of reading all metadata costs the server: CPU of kube-apiserver and etcd from their own metrics, bytes,
 * requests, and the seats that API priority and fairness assigned to them. Returns rows of a Markdown table, medians of the rounds.
 */
export async function measureWays(
  admin: BenchTarget,
  target: BenchTarget,
  etcd: string,
  pageSizes: readonly string[],
  otherWays: readonly string[],
  runs: number,
): Promise<string> {
  await letRead(admin)
  const ways = [
    ...pageSizes.map(size => ({ name: `pages of ${size}`, words: ['pages', size] })),
    ...otherWays.map(way => ({ name: way, words: [way] })),
  ]
  const readings = new Map<string, Reading[]>(ways.map(({ name }) => [name, []]))
  for (let round = 0; round <= runs; round++) {
    for (const { name, words } of ways) {
      const reading = await readBy(target, etcd, words)
      // The first round warms the server's caches and does not count.
      if (round > 0) readings.get(name)!.push(reading)
    }
  }
  const rows = [...readings].map(([name, all]) => rowOf(name, all))
  return [
    '| way | apiserver CPU, s | etcd CPU, s | MB | requests | refused | seats asked for | seconds of execution | wall, s |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

/**
 * All ways except those that a release does not support: without etcd's frequent progress notifications the cache of 1.30 does not reach a
 * fresh revision for minutes, and its streams are disabled.
 */
export function waysOf(version: string): readonly string[] {
  return version.startsWith('1.30') ? WAYS.filter(way => way !== 'cache' && !way.includes('stream')) : WAYS
}

/** The reader is an ordinary user: administrators are exempt from priority and fairness. */
async function letRead(admin: BenchTarget): Promise<void> {
  const path = '/apis/rbac.authorization.k8s.io/v1'
  await send(admin, 'POST', `${path}/clusterroles`, {
    metadata: { name: 'bench-reader' },
    rules: [
      { apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch'] },
      { nonResourceURLs: ['*'], verbs: ['get'] },
    ],
  })
  await send(admin, 'POST', `${path}/clusterrolebindings`, {
    metadata: { name: 'bench-reader' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'bench-reader' },
    subjects: [{ kind: 'User', name: 'tenant', apiGroup: 'rbac.authorization.k8s.io' }],
  })
}

async function readBy(target: BenchTarget, etcd: string, words: readonly string[]): Promise<Reading> {
  const before = await costSoFar(target, etcd)
  const reader = join(import.meta.dirname, 'bare-reader.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [reader, target.server, target.token, ...words])
  const after = await costSoFar(target, etcd)
  const told = JSON.parse(stdout) as Omit<Reading, keyof Cost>
  return {
    ...told,
    apiserver: after.apiserver - before.apiserver,
    etcd: after.etcd - before.etcd,
    seats: after.seats - before.seats,
    seatSeconds: after.seatSeconds - before.seatSeconds,
  }
}

async function costSoFar({ server, token }: BenchTarget, etcd: string): Promise<Cost> {
  const [ofServer, ofEtcd] = await Promise.all([metrics(`${server}/metrics`, token), metrics(`${etcd}/metrics`)])
  return {
    apiserver: sum(ofServer, 'process_cpu_seconds_total'),
    etcd: sum(ofEtcd, 'process_cpu_seconds_total'),
    seats: sum(ofServer, 'apiserver_flowcontrol_work_estimated_seats_sum', 'global-default'),
    seatSeconds: sum(ofServer, 'apiserver_flowcontrol_request_execution_seconds_sum', 'global-default'),
  }
}

/** All values of a metric, with any labels, or with labels that contain this text. */
function sum(text: string, name: string, label = ''): number {
  return text
    .split('\n')
    .filter(line => line.startsWith(name) && line.includes(label))
    .reduce((total, line) => total + Number(line.slice(line.lastIndexOf(' '))), 0)
}

function metrics(url: string, token?: string): Promise<string> {
  const send = url.startsWith('https:') ? requestSecurely : request
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return new Promise((resolve, reject) => {
    send(url, { headers, rejectUnauthorized: false }, response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve(Buffer.concat(chunks).toString()))
      response.on('error', reject)
    })
      .on('error', reject)
      .end()
  })
}

function rowOf(name: string, all: readonly Reading[]): string {
  const spreadOf = (value: (each: Reading) => number, digits = 2): string => spread(all.map(value), digits)
  const median = (value: (each: Reading) => number): number =>
    all.map(value).toSorted((a, b) => a - b)[all.length >> 1]!
  const cells = [
    name,
    spreadOf(each => each.apiserver),
    spreadOf(each => each.etcd),
    (median(each => each.bytes) / 1e6).toFixed(1),
    median(each => each.requests),
    median(each => each.failed),
    median(each => each.seats).toFixed(0),
    spreadOf(each => each.seatSeconds),
    spreadOf(each => each.seconds),
  ]
  return `| ${cells.join(' | ')} |`
}
