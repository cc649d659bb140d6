import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mapConcurrently } from '../../src/cluster/map-concurrently.ts'
import { type BenchTarget, send } from './api.ts'
import { loggedRequests } from './explain.ts'
import { persist } from './fill.ts'
import { measure, pairs } from './measure.ts'

const READER = join(import.meta.dirname, 'bare-reader.ts')
const INSTANCES = 10_000
const CONTENT = 1000
const IN_A_FILE = 200
const AT_ONCE = 24
/** What a preflight ends with: 0, 1 where it is not known, 3 where it would get stuck. */
const ENDS = [0, 1, 3]

export interface PreflightBench {
  readonly program: string
  readonly kubeconfig: string
  readonly runs: number
  readonly objects: number
  /** Makes the cluster one of so many objects. */
  large(): Promise<void>
}

/**
 * Measures `preflight`: of a file in a cluster that is almost empty, of a CRD without and with instances beside a bare reader of the same
 * cluster, and of a namespace in a large one beside `explain` of the same namespace when it is deleted, and beside a bare reader. Returns
 * lines of text.
 */
export async function measurePreflight(
  target: BenchTarget,
  { program, kubeconfig, runs, objects, large }: PreflightBench,
  tell: (line: string) => void,
): Promise<string> {
  const environment = { KUBECONFIG: kubeconfig }
  const preflight = (...words: string[]) => [program, 'preflight', ...words, '-o', 'json', '--disable-compression']
  const folder = mkdtempSync(join(tmpdir(), 'finalize-bench-preflight-'))
  try {
    await makeNamespace(target, 'of-a-file', IN_A_FILE)
    const file = join(folder, 'objects.json')
    writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: contentOf('of-a-file', IN_A_FILE) }))
    const ofFile = preflight('-f', file)
    const sent = async (command: readonly string[]): Promise<string> => {
      const requests = await loggedRequests([...command, '-v=8'], environment)
      return `${requests.length} requests, ${requests.filter(({ method }) => method !== 'GET').length} of them dry runs`
    }
    const lines = [
      `-f with ${IN_A_FILE} objects of 1 type: ${await sent(ofFile)}`,
      await measure('preflight -f', ofFile, runs, environment, undefined, ENDS),
    ]
    const reader = [process.execPath, READER, target.server, target.token]
    const ofDefinition = preflight(`crd/${PLURAL}.${GROUP}`)
    const besideReader = { 'preflight crd': ofDefinition, 'bare reader': reader }
    await makeDefinition(target)
    for (const instances of [0, INSTANCES]) {
      tell(`creating ${instances} instances`)
      await makeInstances(target, instances)
      lines.push(`a CRD with ${instances} instances: ${await sent(ofDefinition)}`)
      lines.push(await pairs(besideReader, runs, environment, undefined, ENDS))
    }
    await large()
    await makeNamespace(target, 'alive', CONTENT)
    await makeNamespace(target, 'gone', CONTENT)
    await deleteNamespace(target, 'gone')
    const explain = [program, 'explain', 'ns/gone', '-o', 'json', '--disable-compression']
    const ofNamespace = preflight('ns/alive')
    lines.push(`a namespace of ${CONTENT} objects among ${objects}: ${await sent(ofNamespace)}`)
    for (const other of [{ 'explain ns': explain }, { 'bare reader': reader }])
      lines.push(await pairs({ 'preflight ns': ofNamespace, ...other }, runs, environment, undefined, ENDS))
    return lines.join('\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function contentOf(namespace: string, count: number) {
  return Array.from({ length: count }, (_, index) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `content-${index}`, namespace, finalizers: ['bench.example.com/cleanup'] },
  }))
}

async function makeNamespace(target: BenchTarget, name: string, count: number): Promise<void> {
  await send(target, 'POST', '/api/v1/namespaces', { metadata: { name } })
  await mapConcurrently(AT_ONCE, contentOf(name, count), body =>
    send(target, 'POST', `/api/v1/namespaces/${name}/configmaps`, body),
  )
}

async function deleteNamespace(target: BenchTarget, name: string): Promise<void> {
  await send(target, 'DELETE', `/api/v1/namespaces/${name}`)
  await mapConcurrently(AT_ONCE, contentOf(name, CONTENT), ({ metadata }) =>
    send(target, 'DELETE', `/api/v1/namespaces/${name}/configmaps/${metadata.name}`),
  )
}

const PLURAL = 'lots'
const GROUP = 'preflight.bench.example.com'
const SCHEMA = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }

async function makeDefinition(target: BenchTarget): Promise<void> {
  const versions = [{ name: 'v1', served: true, storage: true, schema: SCHEMA }]
  const names = { plural: PLURAL, singular: 'lot', kind: 'Lot' }
  await send(target, 'POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    metadata: { name: `${PLURAL}.${GROUP}` },
    spec: { group: GROUP, scope: 'Cluster', names, versions },
  })
}

async function makeInstances(target: BenchTarget, count: number): Promise<void> {
  const instances = Array.from({ length: count }, (_, index) => ({
    apiVersion: `${GROUP}/v1`,
    kind: 'Lot',
    metadata: { name: `lot-${index}` },
  }))
  await mapConcurrently(AT_ONCE, instances, body =>
    persist(() => send(target, 'POST', `/apis/${GROUP}/v1/${PLURAL}`, body)),
  )
}
