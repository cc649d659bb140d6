import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ApiFailure } from '../../../src/api/failure.ts'
import type { Session } from '../../../src/operations/ports.ts'
import { buildIncident } from '../../../src/sandbox/incidents/index.ts'
import { temporaryFolder } from '../../cluster/temporary-folder.ts'
import { faultsOf } from '../../docs/schema.ts'
import { manualClock } from '../../sandbox/manual-clock.ts'
import { runIn } from '../run-in.ts'

const test = suite('watch of several clusters')

const dead = (): Promise<Session> =>
  Promise.reject(new ApiFailure({ kind: 'unreachable', message: 'no route to host' }))

/** Clusters by name, each of a practice incident, or dead. */
function fleet(incidents: Readonly<Record<string, string | 'dead'>>) {
  const clock = manualClock('2026-01-15T12:00:00Z')
  const contexts = Object.entries(incidents).map(([name, incident]) => {
    if (incident === 'dead') return { name, connect: dead }
    const transport = buildIncident(incident, clock)!.transport()
    return { name, connect: async (): Promise<Session> => ({ transport, namespace: 'default', place: name }) }
  })
  const cluster = { sandbox: buildIncident('empty', clock)!, clock }
  return { cluster, contexts }
}

const once = (incidents: Readonly<Record<string, string>>, ...words: readonly string[]) => {
  const { cluster, contexts } = fleet(incidents)
  return runIn(cluster, ['watch', '--once', '--contexts', '/./', ...words], { contexts })
}

test('--once tells what each cluster has, by its context, and a dead one is a line', async () => {
  const { code, stdout, stderr } = await once({ a: 'operator-uninstalled', b: 'empty', gone: 'dead' })
  assert.is(code, 3)
  assert.match(stdout, /^\S+Z {2}a {2}STUCK {2}ControllerMissing [^\n]+\n$/)
  assert.is(stderr, 'gone: error: no route to host\n')
})

test('--once ends with 1 where nothing is held and a cluster is dead, and with 0 where none is', async () => {
  assert.is((await once({ b: 'empty', gone: 'dead' })).code, 1)
  assert.is((await once({ a: 'empty', b: 'empty' })).code, 0)
  assert.is((await once({ a: 'operator-uninstalled', b: 'empty' }, '--after', '3000d')).code, 0)
})

test('--once answers one Explanation, in which each cluster has its own completeness', async () => {
  const { stdout } = await once({ a: 'operator-uninstalled', b: 'api-unavailable', gone: 'dead' }, '-o', 'json')
  const answer = JSON.parse(stdout)
  assert.equal(faultsOf(answer, { described: true }), [])
  assert.is(answer.complete, false)
  assert.equal(
    answer.clusters.map(({ context, complete }: { context: string; complete: boolean }) => [context, complete]),
    [
      ['a', true],
      ['b', false],
      ['gone', false],
    ],
  )
})

test('the textfile of --once says of a dead cluster that it is not complete, and nothing else', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'finalize.prom')
  await once({ a: 'operator-uninstalled', gone: 'dead' }, '--textfile', file)
  const text = readFileSync(file, 'utf8')
  assert.match(text, /^kubectl_finalize_stuck_objects\{context="a",cause="ControllerMissing",[^}]*\} [1-9]/m)
  assert.match(text, /^kubectl_finalize_scan_complete\{context="a"\} 1$/m)
  assert.equal(text.match(/^.*context="gone".*$/gm), ['kubectl_finalize_scan_complete{context="gone"} 0'])
  await once({ gone: 'dead' }, '--textfile', file)
  assert.equal(readFileSync(file, 'utf8').match(/^kubectl.*$/gm), ['kubectl_finalize_scan_complete{context="gone"} 0'])
})

test('a textfile that cannot be written is told of in words', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'missing', 'finalize.prom')
  const { code, stderr } = await once({ gone: 'dead' }, '--textfile', file)
  assert.is(code, 1)
  assert.match(stderr, `open ${file}: no such file or directory`)
})

test('one that was dead is told when it can be read', async () => {
  const { cluster, contexts } = fleet({ a: 'empty', late: 'operator-uninstalled' })
  const [a, late] = contexts
  let tries = 0
  const connect = () => (++tries < 3 ? dead() : late!.connect())
  const over = new AbortController()
  const { stdout } = await runIn(cluster, ['watch', '--contexts', '/./'], {
    contexts: [a!, { name: 'late', connect }],
    signal: over.signal,
    onStdout: text => text.includes('STUCK') && over.abort(),
  })
  const lines = stdout.trim().split('\n')
  assert.is(lines.length, 3, stdout)
  for (const [index, line] of [
    / late {2}UNREADABLE {2}the server: /,
    / late {2}READABLE {2}the server$/,
    / late {2}STUCK /,
  ].entries())
    assert.match(lines[index]!, line)
})

test.run()
