import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Fact, queryKey } from '../../../src/api/fact.ts'
import type { PodLog } from '../../../src/api/pod-log.ts'
import { type LogLimits, LogRun } from '../../../src/cluster/facts/log-run.ts'
import { readFacts } from '../../../src/cluster/facts/read-facts.ts'
import { connect } from '../../../src/cluster/transport/connect.ts'
import type { Connection } from '../../control-plane/request.ts'
import type { Thing } from '../rig/api.ts'
import { type Log, withLogs } from '../rig/kubelet.ts'
import { api, namespace, target, unique } from '../rig/rig.ts'

const test = suite('logs that cannot be read')

const SINCE = new Date('2026-03-01T12:00:00Z')
const LINE = '2026-03-01T12:00:03.5Z cannot delete the bucket'

interface ReadOptions {
  readonly limits?: Partial<LogLimits>
  readonly user?: Connection
  readonly seconds?: number
}

/** Reads the log of a Pod's only container through the API server, as the program does. */
async function read(
  pod: Thing,
  { limits = {}, user = target().admin, seconds }: ReadOptions = {},
): Promise<Fact<PodLog>> {
  const transport = await connect(
    {
      server: user.server,
      namespace: 'default',
      namespaceSource: 'default',
      tls: { ca: user.ca, insecure: false },
      clientCertificate: user.certificate === undefined ? undefined : { certificate: user.certificate, key: user.key! },
      disableCompression: true,
      requestTimeoutSeconds: seconds,
      credentials: user.token === undefined ? { kind: 'none' } : { kind: 'token', token: user.token },
      inCluster: false,
    },
    { env: {} },
  )
  const logs = { run: new LogRun(limits), since: SINCE }
  const source = { transport, discovery: { types: [], unreadable: [] }, pageSize: 500, logs }
  const { namespace = '', name } = pod.metadata
  const query = { about: 'log', namespace, pod: name, container: 'manager' } as const
  // A socket that waits keeps no process alive: what is waited for does.
  const waiting = setInterval(() => {}, 60_000)
  try {
    return (await readFacts(source, [query])).get(queryKey(query)) as Fact<PodLog>
  } finally {
    clearInterval(waiting)
    transport.close()
  }
}

/** On a busy machine 20 MB take their time. */
const PATIENT: ReadOptions = { limits: { secondsOfPod: 60, seconds: 600 } }

/** `REASON, lines that arrived`. */
function told(fact: Fact<PodLog>): string {
  if (fact.state !== 'unreadable') return fact.state
  return `${fact.why.reason}, ${fact.part?.lines.length ?? 0}`
}

async function setup() {
  const kubelet = await withLogs(api)
  const place = await namespace()
  const spec = { terminationGracePeriodSeconds: 0, containers: [{ name: 'manager', image: 'none' }] }
  const pod = await kubelet.run({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: unique('pod'), namespace: place },
    spec,
  })
  return {
    kubelet,
    pod,
    answers: (log: Log) => kubelet.write(pod, 'manager', log),
    async [Symbol.asyncDispose]() {
      await api.delete(pod)
      await kubelet[Symbol.asyncDispose]()
    },
  }
}

test('are known when there is nothing wrong with them, be they empty', async () => {
  await using made = await setup()
  assert.is(told(await read(made.pod)), 'known')
  made.answers([LINE])
  const fact = await read(made.pod)
  assert.equal(fact.state === 'known' && fact.value.lines, [LINE])
})

test('are unreadable for the reason of the server', async () => {
  await using made = await setup()
  made.answers((_, response) => response.writeHead(500).end('password=hunter2'))
  const failed = await read(made.pod)
  assert.is(told(failed), 'InternalError, 0')
  assert.not.match(JSON.stringify(failed), 'hunter2')
  made.answers((_, response) => response.writeHead(404).end())
  assert.is(told(await read(made.pod)), 'NotFound, 0')
  const gone = { ...made.pod, metadata: { ...made.pod.metadata, name: 'gone' } }
  assert.is(told(await read(gone)), 'NotFound, 0')
  const { tenant } = target()
  if (tenant !== undefined) assert.is(told(await read(made.pod, { user: tenant })), 'Forbidden, 0')
})

test('that stall are waited for no longer than a Pod may take, and than the run waits for a request', async () => {
  await using made = await setup()
  const within = async (options: ReadOptions) => {
    const start = performance.now()
    const fact = await read(made.pod, options)
    return { fact, seconds: (performance.now() - start) / 1000 }
  }
  made.answers(() => {})
  const silent = await within({ limits: { secondsOfPod: 0.5 } })
  assert.is(told(silent.fact), 'ResponseCut, 0')
  const hurried = await within({ seconds: 0.5, limits: { secondsOfPod: 60 } })
  assert.match(told(hurried.fact), /^(Unreachable|ResponseCut), 0$/)
  made.answers((_, response) => void response.writeHead(200).write(`${LINE}\n${LINE.slice(0, 20)}`))
  const begun = await within({ limits: { secondsOfPod: 1.5 } })
  // The real server hands on what the kubelet sends only when its buffer is full.
  assert.match(told(begun.fact), /^ResponseCut, [01]$/)
  for (const { seconds } of [silent, hurried, begun]) assert.ok(seconds < 20, String(seconds))
})

test('that break off, never end or are no text are unreadable, with the whole lines that came', async () => {
  await using made = await setup()
  made.answers((_, response) => {
    response.writeHead(200).write(`${LINE}\n${LINE.slice(0, 20)}`, () => response.destroy())
  })
  assert.is(told(await read(made.pod, PATIENT)), 'ResponseCut, 1')
  made.answers((_, response) => response.end(`${LINE}\n`.repeat(450_000)))
  const long = await read(made.pod, PATIENT)
  assert.match(told(long), /^TooLarge, /)
  assert.ok(long.state === 'unreadable' && long.part!.lines.join('\n').length <= 1 << 20)
  made.answers((_, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write('a'.repeat(65_536)));
    }
    response.on('drain', more)
    more()
  })
  assert.is(told(await read(made.pod, PATIENT)), 'TooLarge, 0')
  made.answers((_, response) => response.end(Buffer.from([0x32, 0, 0xff, 0x0a])))
  assert.is(told(await read(made.pod, PATIENT)), 'Garbled, 0')
})

test.run()
