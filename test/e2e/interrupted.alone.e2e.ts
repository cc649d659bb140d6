import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { temporaryFolder } from '../cluster/temporary-folder.ts'
import { type Ran, run } from './rig/rig.ts'

const test = suite('an interrupt')

/** Where each of these computations goes on for ten seconds and more, on a machine that does nothing else. */
const SOON_SECONDS = 3

/** What the program does then is under way when so long has passed; on a busy machine it may still be starting. */
const UNDER_WAY_SECONDS = 2

interface Ended extends Ran {
  /** From the signal to the end. */
  readonly later: number
}

async function ended(signal: NodeJS.Signals, words: readonly string[], env: Record<string, string> = {}) {
  let sent = Number.NaN
  let timer: NodeJS.Timeout | undefined
  const onStart = (kill: (signal: NodeJS.Signals) => void): void => {
    timer = setTimeout(() => {
      sent = performance.now()
      kill(signal)
    }, UNDER_WAY_SECONDS * 1000)
  }
  const ran = await run(words, { env, onStart })
  const later = (performance.now() - sent) / 1000
  clearTimeout(timer)
  return { ...ran, later } satisfies Ended
}

/** As a shell shows it: a process that a signal ended has 128 and its number. */
function isEndedSoon({ code, signal, stdout, later }: Ended, number: 130 | 143): void {
  assert.ok(later < SOON_SECONDS, `${later} s after the signal`)
  const shown = { SIGINT: 130, SIGTERM: 143 }[signal as string]
  assert.ok(code === 130 || shown === number, `${code} ${signal}`)
  assert.is(stdout, '')
}

function repeated(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join('')
}

test('ends the parsing of a dump, one object of 80 MB', async () => {
  using folder = temporaryFolder()
  const head = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: big, namespace: default, uid: a}\ndata:\n'
  const dump = folder.write(
    'one.yaml',
    head + repeated(1_500_000, at => `  key-${at}: a text of some words that is not short\n`),
  )
  isEndedSoon(await ended('SIGINT', ['explain', '--from', dump]), 130)
  isEndedSoon(await ended('SIGTERM', ['list', '--from', dump]), 143)
})

test('ends the diagnosis of 60,000 objects', async () => {
  using folder = temporaryFolder()
  const item = (at: number): string =>
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: `held-${at}`,
        namespace: `place-${at % 50}`,
        uid: `uid-${at}`,
        resourceVersion: '1',
        creationTimestamp: '2026-11-01T00:00:00Z',
        deletionTimestamp: '2026-11-20T00:00:00Z',
        finalizers: [`example-${at % 300}.com/hold`],
      },
    })
  const items = repeated(60_000, at => `${at === 0 ? '' : ',\n'}${item(at)}`)
  const dump = folder.write('stuck.json', `{"apiVersion":"v1","kind":"List","items":[\n${items}\n]}\n`)
  isEndedSoon(await ended('SIGINT', ['explain', '--from', dump]), 130)
})

test('ends the parsing of a kubeconfig of 20 MB', async () => {
  using folder = temporaryFolder()
  const cluster = (at: number): string =>
    `- name: c-${at}\n  cluster: {server: "https://server-${at}.example.com:6443"}\n`
  const kubeconfig = folder.write(
    'config',
    `apiVersion: v1\nkind: Config\ncurrent-context: none\nclusters:\n${repeated(300_000, cluster)}`,
  )
  isEndedSoon(await ended('SIGINT', ['list'], { KUBECONFIG: kubeconfig }), 130)
})

test('is not needed with --request-timeout, however slowly a server answers without an end', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const timer = setInterval(() => response.write(' '), 100)
    response.on('close', () => clearInterval(timer))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  try {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { code, stdout, stderr, seconds } = await run(['explain', '--server', address, '--request-timeout', '1s'])
    assert.equal([code, stdout], [1, ''])
    assert.match(stderr, /Timeout|timed? ?out|deadline/i)
    assert.ok(seconds < 1 + SOON_SECONDS, `${seconds} s`)
  } finally {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
})

test('and a second one at the very end leave the exit code and one whole Outcome', async () => {
  const words = [
    'remove',
    '-n',
    'backups',
    'bucket.objectstore.example.com/nightly-01',
    '--sandbox',
    '--yes',
    '-o',
    'json',
  ]
  for (let attempt = 0; attempt < 12; attempt++) {
    let kill: (signal: NodeJS.Signals) => void = () => {}
    const { code, signal, stdout } = await run(words, {
      onStart: how => {
        kill = how
      },
      onOutput: async seen => {
        if (!seen.endsWith('}\n')) return false
        kill('SIGINT')
        setTimeout(() => kill('SIGINT'), attempt % 4)
        return true
      },
    })
    assert.is(signal, null, `attempt ${attempt}`)
    assert.ok(code === 0 || code === 130, `exit ${code}`)
    assert.is(JSON.parse(stdout).kind, 'Outcome')
  }
})

test.run()
