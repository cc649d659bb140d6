/**
 * Reads what `list` reads, with the same requests, and parses nothing: the yardstick of the scan.
 *
 *     node scripts/bench/bare-reader.ts SERVER TOKEN [page size] [protobuf|json] [resourceVersion]
 *
 * Prints seconds, megabytes and objects' pages; the next page's token is cut out of the page's first bytes by its look.
 */
import { Agent, request } from 'node:https'
import process from 'node:process'
import { mapConcurrently } from '../../src/cluster/map-concurrently.ts'

const [server = '', token = '', pageSize = '2000', form = 'protobuf', resourceVersion] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: 16, rejectUnauthorized: false })
const accept =
  form === 'protobuf'
    ? 'application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'
    : 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'

let bytes = 0
let pages = 0

interface Head {
  readonly text: string
  readonly body?: unknown
}

function get(path: string, wantsAll: boolean, accepted = accept): Promise<Head> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, accept: accepted }
    request(`${server}${path}`, { agent, headers }, response => {
      const kept: Buffer[] = []
      let keptBytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (wantsAll || keptBytes < 1024) kept.push(chunk)
        keptBytes += chunk.length
      })
      response.on('end', () =>
        resolve({ text: Buffer.concat(kept).toString('latin1', 0, wantsAll ? undefined : 1024) }),
      )
      response.on('error', reject)
    })
      .on('error', reject)
      .end()
  })
}

async function readType(path: string): Promise<void> {
  for (let next = ''; ; ) {
    const version = resourceVersion !== undefined && next === '' ? `&resourceVersion=${resourceVersion}` : ''
    const { text } = await get(`${path}?limit=${pageSize}${version}${next === '' ? '' : `&continue=${next}`}`, false)
    pages++
    const found = /eyJ[A-Za-z0-9_-]{20,}/.exec(text)?.[0]
    if (found === undefined) return
    next = found
  }
}

interface Discovery {
  readonly items: readonly {
    readonly metadata: { readonly name?: string }
    readonly versions: readonly {
      readonly version: string
      readonly resources?: readonly { readonly resource: string; readonly verbs: readonly string[] }[]
    }[]
  }[]
}

const DISCOVERY = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

async function types(path: '/api' | '/apis'): Promise<string[]> {
  const { items } = JSON.parse((await get(path, true, DISCOVERY)).text) as Discovery
  return items.flatMap(({ metadata, versions }) => {
    const seen = new Set<string>()
    return versions.flatMap(({ version, resources = [] }) =>
      resources
        .filter(({ resource, verbs }) => verbs.includes('list') && !seen.has(resource) && seen.add(resource))
        .map(({ resource }) => `${path}${metadata.name ? `/${metadata.name}` : ''}/${version}/${resource}`),
    )
  })
}

const started = performance.now()
const paths = (await Promise.all([types('/api'), types('/apis')])).flat().filter(path => !path.endsWith('/events'))
await mapConcurrently(16, paths, readType)
const seconds = ((performance.now() - started) / 1000).toFixed(2)
process.stdout.write(`${seconds} s, ${(bytes / 1e6).toFixed(1)} MB, ${paths.length} types, ${pages} pages\n`)
agent.destroy()
