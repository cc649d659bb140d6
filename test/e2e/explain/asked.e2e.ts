import { spawnSync } from 'node:child_process'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse } from 'yaml'
import { kubeconfigFor } from '../list/kubeconfig-for.ts'
import { api, namespace, run, runProgram, target, unique } from '../rig/rig.ts'
import { explained } from './explained-e2e.ts'

const test = suite('explain is asked')

/** Of no word that is in the names of other tests: their roles and workloads would be taken for its controller's. */
const FINALIZER = 'example.com/hold'

async function configMap(place: string, name: string, labels: object = {}) {
  const metadata = { name, namespace: place, finalizers: [FINALIZER], labels }
  return api.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata })
}

/** A namespace with two stuck ConfigMaps and one that nobody deleted. */
async function incident(): Promise<string> {
  const place = await namespace()
  await api.delete(await configMap(place, 'red', { colour: 'red' }))
  await api.delete(await configMap(place, 'blue', { colour: 'blue' }))
  await configMap(place, 'alive')
  return place
}

const held = ({ objects }: { objects: readonly { ref: { name: string } }[] }): string[] =>
  objects.map(({ ref }) => ref.name).toSorted()

test('for a namespace, and answers the contract', async () => {
  const place = await incident()
  const answer = await explained(['-n', place])
  assert.is(answer.complete, answer.code === 0)
  assert.equal(held(answer), ['blue', 'red'])
  for (const object of answer.objects) {
    assert.ok(object.ref.uid !== '' && object.deletionTimestamp !== undefined)
    assert.equal(object.finalizers, [{ name: FINALIZER, field: 'metadata' }])
  }
})

test('for objects by TYPE/NAME and by TYPE NAME', async () => {
  const place = await incident()
  assert.equal(held(await explained(['cm/red', '-n', place])), ['red'])
  assert.equal(held(await explained(['configmaps', 'red', 'blue', '-n', place])), ['blue', 'red'])
  assert.equal(held(await explained(['ConfigMap/red', '--kubeconfig', kubeconfigFor(place)])), ['red'])
  assert.equal(held(await explained(['cm', '-n', place])), ['blue', 'red'])
})

test('for a label, a finalizer or an age', async () => {
  const place = await incident()
  assert.equal(held(await explained(['-n', place, '-l', 'colour=red'])), ['red'])
  assert.equal(held(await explained(['-n', place, '--finalizer', FINALIZER])), ['blue', 'red'])
  assert.equal(held(await explained(['-n', place, '--finalizer', 'example.com/none'])), [])
  assert.equal(held(await explained(['-n', place, '--older-than', '1h'])), [])
})

test('for an object that is not being deleted, and says what would hold it', async () => {
  const place = await incident()
  const answer = await explained(['cm/alive', '-n', place])
  assert.is(answer.code, 0)
  const object = answer.object('ConfigMap', 'alive')
  assert.is(object.deletionTimestamp, undefined)
  assert.is(object.verdict, 'unknown')
  assert.equal(answer.causes, [])
  const { code, stdout, stderr } = await run(['explain', 'cm/alive', `ns/${place}`, '-n', place])
  assert.equal([code, stderr], [0, ''])
  assert.match(stdout, new RegExp(`^configmap/alive in namespace ${place} is not being deleted`))
  assert.ok(stdout.includes(`· ${FINALIZER}\n`))
  assert.ok(stdout.includes(`namespace/${place} is not being deleted`))
})

test('for what is not there, and answers in kubectl words with the right exit code', async () => {
  const place = await incident()
  const cases: readonly (readonly [readonly string[], number, RegExp])[] = [
    [['nosuch'], 1, /^error: the server doesn't have a resource type "nosuch"/],
    [['nosuch/x'], 1, /^error: the server doesn't have a resource type "nosuch"/],
    [['cm/none', '-n', place], 1, /^Error from server \(NotFound\): configmaps "none" not found\n$/],
    [['-n', 'nosuch'], 1, /^Error from server \(NotFound\): namespaces "nosuch" not found\n$/],
    [['cm/x', 'y'], 2, /^error: there is no need to specify a resource type/],
    [['cm/x/y'], 2, /^error: arguments in resource\/name form may not have more than one slash/],
    [['cm/'], 2, /^error: arguments in resource\/name form must have a single resource and name/],
    [['cm', 'x', '-A'], 2, /^error: a resource cannot be retrieved by name across all namespaces/],
    [['cm/x', '-l', 'a=b'], 2, /^error: name cannot be provided when --selector is specified/],
    [['-o', 'wide'], 2, /^error: unable to match a printer/],
    [['--older-than', 'soon'], 2, /^error: invalid argument "soon" for "--older-than" flag/],
    [['--observe', 'soon'], 2, /^error: invalid argument "soon" for "--observe" flag/],
    [['--chunk-size', 'few'], 2, /^error: invalid argument "few" for "--chunk-size" flag/],
    [['--bogus'], 2, /^error: unknown flag: --bogus/],
    [['-l', '==='], 1, /^Error from server \(BadRequest\): /],
    [['--context', 'nosuch'], 1, /^error: context "nosuch" does not exist\n$/],
    [['--server', 'http://127.0.0.1:1'], 1, /^The connection to the server 127\.0\.0\.1:1 was refused/],
  ]
  for (const [args, code, line] of cases) {
    const ran = await run(['explain', ...args])
    assert.is(ran.code, code, `${args.join(' ')}: exit ${ran.code}\n${ran.stderr}`)
    assert.match(ran.stderr, line, args.join(' '))
    assert.is(ran.stdout, '', args.join(' '))
    assert.not.match(ran.stderr, /\n +at /, `a stack trace for ${args.join(' ')}`)
  }
  const one = await run(['explain', 'cm', 'none', 'red', '-n', place])
  assert.is(one.code, 1)
  assert.match(one.stdout, /configmap\/red/)
  assert.match(one.stderr, /configmaps "none" not found/)
})

test('for nothing that is terminating, and says so only on stderr', async () => {
  const place = await namespace()
  const { code, stdout, stderr } = await run(['explain', '-n', place])
  assert.equal(
    { code, stdout, stderr },
    { code: 0, stdout: '', stderr: `No terminating resources found in ${place} namespace.\n` },
  )
})

test('by who may read nothing: never that nothing is terminating, never an error of ours', async () => {
  const place = await incident()
  const nobody = ['--as', unique('nobody')]
  const answer = await explained(nobody)
  assert.equal([answer.code, answer.complete, answer.objects, answer.causes], [1, false, [], []])
  const text = await run(['explain', ...nobody])
  assert.match(text.stderr, /warning: not read \(Forbidden\)/)
  assert.match(text.stderr, /\nerror: nothing could be read\n$/)
  assert.is(text.stdout, '')
  const named = await run(['explain', 'cm/red', '-n', place, ...nobody])
  assert.is(named.code, 1)
  assert.match(named.stderr, /^Error from server \(Forbidden\): configmaps "red" is forbidden/)
})

test('-q has one line a cause, -o yaml says what -o json says', async () => {
  const place = await incident()
  const answer = await explained(['-n', place])
  const quiet = await run(['explain', '-n', place, '-q'])
  assert.is(quiet.stdout.split('\n').length - 1, answer.causes.length)
  for (const { code } of answer.causes) assert.ok(quiet.stdout.includes(code))
  // Two runs are two moments: times and ages may differ.
  const normal = (value: unknown): string => JSON.stringify(value).replaceAll(/"takenAt":"[^"]*"|\d+s?\b/g, '')
  const yaml = await run(['explain', '-n', place, '-o', 'yaml'])
  const json = await run(['explain', '-n', place, '-o', 'json'])
  assert.is(normal(parse(yaml.stdout)), normal(JSON.parse(json.stdout)))
})

const hasScript = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true
const onTerminal = hasScript ? test : test.skip

onTerminal(
  'on a terminal of 80 columns: no wider line but commands, colour unless NO_COLOR, progress taken away',
  async () => {
    const place = await incident()
    const command = `stty cols 80 rows 50; exec ${target().program} explain -n ${place}`
    const terminal = (env: Record<string, string>) =>
      runProgram('script', ['-qec', command, '/dev/null'], { env: { TERM: 'xterm-256color', ...env } })
    const { stdout } = await terminal({})
    assert.match(stdout, /\x1b\[1m/)
    const plain = (await terminal({ NO_COLOR: '1' })).stdout
    assert.not.match(plain, /\x1b\[\d*m/)
    const answer = plain.slice(plain.lastIndexOf('\x1b[J') + 3)
    for (const line of answer.split('\r\n')) {
      assert.ok(line.length <= 80 || /^ +kubectl |^warning: /.test(line), `${line.length} columns: ${line}`)
    }
    assert.match(answer, /configmap\/red/)
  },
)

onTerminal('--observe looks twice, and tells what went in between', async () => {
  const place = await incident()
  // Without a size: a terminal that says 0 columns.
  const command = `stty cols 0; exec ${target().program} explain -n ${place} --observe 8s`
  const { stdout } = await runProgram('script', ['-qec', command, '/dev/null'], {
    env: { TERM: 'xterm', NO_COLOR: '1' },
    onOutput: async text => {
      if (!text.includes('scanning again in 8 s')) return false
      const red = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'red', namespace: place } }
      await api.patch(red, { metadata: { finalizers: null } })
      return true
    },
  })
  assert.match(stdout, /Between two scans 8 s apart: 1 object deleted\./)
  assert.match(stdout, /PROGRESSING/)
  const still = await explained(['-n', place, '--observe', '10ms'])
  assert.equal(held(still), ['blue'])
})

test.run()
