/**
 * Reads what `list` reads, and parses nothing: the baseline for the scan, and for what each way of reading costs a server.
 *
 *     node scripts/bench/bare-reader.ts SERVER TOKEN [WAY] [page size]
 *
 * Prints a line of JSON: seconds, bytes, requests and how many of these failed. The next page's token is found in the page's
 * first bytes by its format.
 */
import { type ClientHttp2Session, connect, constants } from 'node:http2'
import { Agent, request } from 'node:https'
import process from 'node:process'
import { mapConcurrently } from '../../src/cluster/map-concurrently.ts'

const METADATA = 'application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'
const METADATA_EVENTS = 'application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1'
/** client-go sends this for built-in types; custom resources have no protobuf and are returned as JSON. */
const OBJECTS = 'application/vnd.kubernetes.protobuf,application/json'
const EVENTS = 'application/vnd.kubernetes.protobuf;stream=watch,application/json;stream=watch'

const [server = '', token = '', way = 'pages', pageSize = '2000'] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: 16, rejectUnauthorized: false })
const STREAM = 'watch=1&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan'

/** How each way asks for a type; `fresh` is the cluster's revision at the start of the run. */
const ways: Readonly<Record<string, (path: string, fresh: string) => Promise<void>>> = {
  /** Consistent, page by page: what `list` does. */
  pages: path => readPages(path, `limit=${pageSize}`, METADATA),
  /** Consistent, each type in one answer. */
  whole: path => readPages(path, '', METADATA),
  /** From the watch cache once it has reached the revision at the start; a `limit` would bypass the cache on 1.30. */
  cache: (path, fresh) => readPages(path, `resourceVersion=${fresh}&resourceVersionMatch=NotOlderThan`, METADATA),
  /** A stream that begins with all existing objects; it is closed at the bookmark after them. */
  stream: path => readStream(path, STREAM, METADATA_EVENTS),
  /** The first list of a metadata informer of client-go before it used streams: any state of the cache, of any age. */
  'metadata-informer': path => readPages(path, 'resourceVersion=0', METADATA),
  /** The first list of an ordinary informer before it used streams. */
  informer: path => readPages(path, 'resourceVersion=0', OBJECTS),
  /** The first list of an ordinary informer of client-go 1.36. */
  'informer-stream': path => readStream(path, STREAM, EVENTS),
}

let bytes = 0
let requests = 0
let failed = 0

interface Head {
  readonly status: number
  readonly text: string
}

function get(path: string, accept: string, keep: number): Promise<Head> {
  requests++
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, accept }
    request(`${server}${path}`, { agent, headers }, response => {
      const kept: Buffer[] = []
      let keptBytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (keptBytes < keep) kept.push(chunk)
        keptBytes += chunk.length
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(kept).toString('latin1') }),
      )
      response.on('error', reject)
    })
      .on('error', reject)
      .end()
  })
}

async function readPages(path: string, query: string, accept: string): Promise<void> {
  const tried = { again: 0 }
  for (let next = ''; ; ) {
    const { status, text } = await get(`${path}?${query}${next === '' ? '' : `&continue=${next}`}`, accept, 1024)
    if (status >= 300) {
      failed++
      // A cache that has not reached it answers 504 after three seconds, with Retry-After: 1.
      if (status < 429 || tried.again++ === 20) return
      await new Promise(resolve => setTimeout(resolve, 1000))
      continue
    }
    const found = query.includes('limit') ? /eyJ[A-Za-z0-9_-]{20,}/.exec(text)?.[0] : undefined
    if (found === undefined) return
    next = found
  }
}

let session: ClientHttp2Session | undefined

/** Uses HTTP/2, as informers do: a stream can be closed without closing the connection, so no new handshake is needed. */
function readStream(path: string, query: string, accept: string): Promise<void> {
  requests++
  session ??= connect(server, { rejectUnauthorized: false })
  const stream = session.request({ ':path': `${path}?${query}`, authorization: `Bearer ${token}`, accept })
  return new Promise((resolve, reject) => {
    let tail = Buffer.alloc(0)
    stream.on('response', headers => {
      if (headers[':status'] === 200) return
      failed++
      stream.close()
    })
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      tail = Buffer.concat([tail.subarray(-END.length), chunk])
      if (tail.includes(END)) stream.close(constants.NGHTTP2_CANCEL)
    })
    stream.on('close', resolve)
    stream.on('error', reject)
  })
}

/** The annotation of the bookmark after the initial objects. */
const END = 'k8s.io/initial-events-end'

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
  const { items } = JSON.parse((await get(path, DISCOVERY, Number.POSITIVE_INFINITY)).text) as Discovery
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
const { text } = await get('/api/v1/namespaces?limit=1', 'application/json', 1024)
const fresh = /"resourceVersion":"(\d+)"/.exec(text)![1]!
await mapConcurrently(16, paths, path => ways[way]!(path, fresh))
const seconds = Number(((performance.now() - started) / 1000).toFixed(2))
process.stdout.write(`${JSON.stringify({ seconds, bytes, requests, failed, types: paths.length })}\n`)
session?.destroy()
agent.destroy()
