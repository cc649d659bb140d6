import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Recording } from '../../src/cluster/archive/recording.ts'
import { readRecording, recordingBytes } from '../../src/cluster/archive/recording-file.ts'
import { commands } from '../../src/commands/index.ts'
import { type TemporaryFolder, temporaryFolder } from '../cluster/temporary-folder.ts'
import { headless } from '../headless.ts'
import { type Explanation, untrue } from './untrue.ts'

const test = suite('--from')

const LOOKING: ReadonlySet<string> = new Set(['list', 'explain', 'preflight', 'catalog'])

async function recorded(folder: TemporaryFolder, incident: string) {
  const file = join(folder.path, 'recording.gz')
  const { code, stderr } = await headless(['record', `--sandbox=${incident}`, '-o', file])
  assert.is(code, 0, stderr)
  return file
}

for (const { name } of commands.filter(each => !LOOKING.has(each.name)))
  test(`is refused by ${name} with one line, and nothing is read`, async () => {
    for (const words of [[], ['configmaps/held']]) {
      const { code, stdout, stderr } = await headless([name, ...words, '--from', '/nonexistent'])
      assert.is(code, 2)
      assert.is(stdout, '')
      assert.match(
        stderr,
        /--from works with list, explain, preflight and catalog only: a recording or dump cannot be changed/,
      )
      assert.is(
        stderr
          .trim()
          .split('\n')
          .filter(line => line.startsWith('error')).length,
        1,
      )
    }
  })

test('tells of a deletion no more than that it would get stuck, or that this is not known', async () => {
  using folder = temporaryFolder()
  for (const [incident, target, verdict, code] of [
    ['operator-uninstalled', 'crd/buckets.objectstore.example.com', 'stuck', 3],
    ['webhook-dead', 'crd/tenants.tenancy.example.com', 'stuck', 3],
    ['definition-terminating', 'ns/orders', 'stuck', 3],
    ['api-unavailable', 'apiservice/v1beta1.metrics.k8s.io', 'unknown', 1],
  ] as const) {
    const file = await recorded(folder, incident)
    const answer = await headless(['preflight', target, '--from', file, '-o', 'json'])
    const { verdict: told, unchecked } = JSON.parse(answer.stdout) as { verdict: string; unchecked: object[] }
    assert.equal([answer.code, told], [code, verdict], `${incident}: ${answer.stderr}`)
    assert.ok(unchecked.length > 0)
  }
})

test('goes with every output of list, explain and catalog, whose commands are for the cluster', async () => {
  using folder = temporaryFolder()
  const file = await recorded(folder, 'claim-in-use')
  const looks = [
    ...['wide', 'json', 'yaml', 'name'].map(format => ['list', '-o', format]),
    ...['json', 'yaml', 'html', 'svg', 'mermaid', 'dot'].map(format => ['explain', '-o', format]),
    ['explain', '-q'],
    ['catalog', 'kubernetes.io/pvc-protection'],
    ['catalog'],
  ]
  for (const look of looks) {
    const { code, stdout, stderr } = await headless([...look, '--from', file])
    assert.is(code, 0, `${look.join(' ')}: ${stderr}`)
    assert.not.equal(stdout, '', look.join(' '))
    assert.not.match(stdout, /kubectl[^\n]* --from/)
  }
})

test('goes with nothing that leads to a cluster, or waits for a change', async () => {
  using folder = temporaryFolder()
  const file = await recorded(folder, 'claim-in-use')
  for (const more of [['--sandbox'], ['--context', 'a'], ['--server', 'https://a.example'], ['--observe', '1s']]) {
    const { code, stderr } = await headless(['explain', '--from', file, ...more])
    assert.is(code, 2, more.join(' '))
    assert.match(stderr, /may not be used together/)
  }
  assert.is((await headless(['list', '--watch', '--from', file])).code, 2)
})

/** Of how many answers each one is left out: more tell no more, and take long. */
const LEFT_OUT = 25

for (const incident of ['operator-uninstalled', 'reference-missing', 'claim-in-use', 'controller-manager-down'])
  test(`of a program that asks ${incident} for more than was recorded says what is missing, and nothing wrong`, async () => {
    using folder = temporaryFolder()
    const file = await recorded(folder, incident)
    const there = JSON.parse((await headless(['explain', '--from', file, '-o', 'json'])).stdout) as Explanation
    const { head, exchanges } = await readRecording(file)
    const facts = exchanges.filter(({ request }) => request.form === 'whole' && request.path !== '/version')
    const step = Math.max(1, Math.floor(facts.length / LEFT_OUT))
    let unread = 0
    for (let at = 0; at < facts.length; at += step) {
      const less: Recording = { head, exchanges: exchanges.filter(each => each !== facts[at]) }
      const shorter = join(folder.path, 'shorter.gz')
      writeFileSync(shorter, await recordingBytes(less))
      const ran = await headless(['explain', '--from', shorter, '-o', 'json'])
      assert.is(ran.code, 0, ran.stderr)
      const here = JSON.parse(ran.stdout) as Explanation & { unreadable: readonly { reason: string }[] }
      const { method, path } = facts[at]!.request
      assert.equal(untrue(there, here), [], `without ${method} ${path}`)
      if (here.unreadable.some(({ reason }) => reason === 'NotRecorded')) unread++
    }
    assert.ok(unread > 0, 'something of it was needed')
  })

const CLAIM = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: 'held',
    namespace: 'shop',
    uid: 'u',
    creationTimestamp: '2026-01-15T10:00:00Z',
    deletionTimestamp: '2026-01-15T11:00:00Z',
    finalizers: ['example.com/x'],
  },
}

test('reads stdin as -, as it reads a file: a dump, a recording', async () => {
  const dump = await headless(['list', '-o', 'name', '--from', '-'], { input: JSON.stringify(CLAIM) })
  assert.equal([dump.code, dump.stdout], [0, 'configmap/held\n'], dump.stderr)
  using folder = temporaryFolder()
  const file = await recorded(folder, 'operator-uninstalled')
  const list = ['list', '-o', 'json', '--from']
  const piped = await headless([...list, '-'], { input: readFileSync(file) })
  assert.is(piped.stdout, (await headless([...list, file])).stdout)
  assert.is((await headless([...list, '-'], { input: '' })).code, 1)
})

test('says to which time ages count where a dump has none, which is no earlier than a deletion in it', async () => {
  const { stderr } = await headless(['list', '--from', '-'], { input: JSON.stringify(CLAIM) })
  assert.match(stderr, 'note: nothing says when the dump was taken: ages count to 2026-01-15T11:00:00Z')
})

test('says in words why a path cannot be read', async () => {
  const { code, stderr } = await headless(['list', '--from', `${process.execPath}/dump`])
  assert.equal([code, stderr], [1, `error: open ${process.execPath}/dump: not a directory\n`])
})

test('reads no YAML in which two objects stand without a line between them, and says why', async () => {
  const input = 'apiVersion: v1\nkind: A\nmetadata: {name: a}\napiVersion: v1\nkind: A\nmetadata: {name: b}\n'
  const { code, stderr } = await headless(['list', '--from', '-'], { input })
  assert.is(code, 1)
  assert.match(stderr, 'not valid YAML: duplicated mapping key')
})

test.run()
