import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse } from 'yaml'
import type { Explanation } from '../../src/diagnosis/explanation.ts'
import { headless } from '../headless.ts'

const test = suite('explain')

const UNINSTALLED = '--sandbox=operator-uninstalled'
const BUCKET = 'objectstore.example.com/bucket'

type Answer = Explanation & { readonly kind: string; readonly apiVersion: string; readonly complete: boolean }

async function explained(...args: readonly string[]): Promise<Answer & { readonly code: number }> {
  const { code, stdout, stderr } = await headless(['explain', ...args, '-o', 'json'])
  if (stdout === '') throw new Error(`no answer (exit ${code}): ${stderr}`)
  return { code, ...JSON.parse(stdout) }
}

const codes = ({ causes }: Explanation): string[] => causes.map(({ code }) => code)
const held = ({ objects }: Explanation): string[] => objects.map(({ ref }) => `${ref.kind}/${ref.name}`).toSorted()

test('answers the contract', async () => {
  const answer = await explained(UNINSTALLED)
  assert.is(answer.code, 0)
  assert.equal(
    [answer.apiVersion, answer.kind, answer.takenAt, answer.complete],
    ['kubectl-finalize/v1', 'Explanation', '2026-01-15T12:00:00Z', true],
  )
  assert.match(answer.server.version, /^v1\./)
  assert.equal(codes(answer), ['ControllerMissing'])
  const [cause] = answer.causes
  assert.is(cause!.finalizer, BUCKET)
  assert.is(cause!.blocks.length, 44)
  const namespace = answer.objects.find(({ ref }) => ref.kind === 'Namespace' && ref.name === 'reports')!
  assert.equal(namespace.causes, [cause!.id])
  assert.is(namespace.waitingFor.length, 4)
})

test('-o yaml says what -o json says', async () => {
  // Two runs are two clusters: only the server's random parts differ.
  const normal = (value: unknown): string =>
    JSON.stringify(value).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '')
  const yaml = await headless(['explain', UNINSTALLED, '-o', 'yaml'])
  const json = await headless(['explain', UNINSTALLED, '-o', 'json'])
  assert.is(normal(parse(yaml.stdout)), normal(JSON.parse(json.stdout)))
})

test('-n explains a namespace and the Namespace itself', async () => {
  const answer = await explained(UNINSTALLED, '-n', 'reports')
  assert.is(answer.objects.length, 5)
  assert.ok(held(answer).includes('Namespace/reports'))
})

test('names are read as kubectl reads them, in the namespace of -n', async () => {
  const one = await explained(UNINSTALLED, 'bucket/ledger', '-n', 'reports')
  assert.equal(held(one), ['Bucket/ledger'])
  assert.equal(codes(one), ['ControllerMissing'])
  for (const words of [
    ['bkt', 'ledger', 'statements'],
    ['bkt/ledger', 'buckets.objectstore.example.com/statements'],
  ]) {
    assert.equal(held(await explained(UNINSTALLED, ...words, '-n', 'reports')), ['Bucket/ledger', 'Bucket/statements'])
  }
  assert.is((await explained(UNINSTALLED, 'ns/reports')).objects.length, 5)
  assert.is((await explained(UNINSTALLED, 'ns', 'reports', 'media')).objects.length, 24)
})

test('a type alone is all of that type', async () => {
  const answer = await explained(UNINSTALLED, 'buckets')
  assert.is(answer.objects.length, 40)
})

test('filters choose what is explained; the chains reach beyond', async () => {
  assert.is((await explained(UNINSTALLED, '--older-than', '5d')).objects.length, 5)
  assert.is((await explained(UNINSTALLED, '--finalizer', BUCKET)).objects.length, 40)
  assert.is((await explained(UNINSTALLED, '--finalizer', 'example.com/none')).objects.length, 0)
  assert.equal(held(await explained(UNINSTALLED, '-l', 'kubernetes.io/metadata.name=reports')).length, 5)
})

test('an object that is not there is told in kubectl words, exit 1; those that are there are explained', async () => {
  const none = await headless(['explain', UNINSTALLED, 'bucket/none', '-n', 'web'])
  assert.equal(
    [none.code, none.stdout, none.stderr],
    [1, '', 'Error from server (NotFound): buckets.objectstore.example.com "none" not found\n'],
  )
  const some = await headless(['explain', UNINSTALLED, 'bucket', 'none', 'ledger', '-n', 'reports', '-q'])
  assert.is(some.code, 1)
  assert.match(some.stdout, /^ControllerMissing /)
  assert.match(some.stderr, /^Error from server \(NotFound\): .* "none" not found\n$/)
  const namespace = await headless(['explain', UNINSTALLED, '-n', 'none'])
  assert.equal([namespace.code, namespace.stderr], [1, 'Error from server (NotFound): namespaces "none" not found\n'])
})

test('an object that is not terminating is said to be so, with what would hold it', async () => {
  const { code, stdout, stderr } = await headless([
    'explain',
    UNINSTALLED,
    'bucket/static-assets',
    'ns/web',
    '-n',
    'web',
  ])
  assert.equal([code, stderr], [0, ''])
  assert.match(stdout, /^bucket\/static-assets in namespace web is not being deleted/)
  assert.match(stdout, /· objectstore\.example\.com\/bucket\n/)
  assert.match(stdout, /\nIf it were deleted now, it would get stuck\.\n {2}· ControllerMissing, holds 1 object: /)
  assert.match(
    stdout,
    /\nnamespace\/web is not being deleted\.\nIf it were deleted now, it would get stuck\. 1 object would be deleted with it\.\n {2}· ControllerMissing, holds 2 objects: .*\nIts finalizers:\n {2}· kubernetes\n {4}Kubernetes core, namespace controller/,
  )
  assert.match(stdout, /\nWhat its deletion would do:\n {2}kubectl finalize preflight namespaces\/web /)
  const { objects, causes } = await explained(UNINSTALLED, 'bucket/static-assets', '-n', 'web')
  assert.equal(causes, [])
  assert.is(objects[0]!.deletionTimestamp, undefined)
  assert.is(objects[0]!.verdict, 'unknown')
  assert.equal(objects[0]!.finalizers, [{ name: BUCKET, field: 'metadata' }])
})

test('nothing terminating is said on stderr, and never after an incomplete read', async () => {
  assert.equal(await headless(['explain', '--sandbox=empty']), {
    code: 0,
    stdout: '',
    stderr: 'No terminating resources found.\n',
  })
  const gap = await headless(['explain', '--sandbox=api-unavailable', '--finalizer', 'example.com/none'])
  assert.is(gap.code, 1)
  assert.match(
    gap.stderr,
    /^warning: not read \(StaleDiscovery\).*\nNo terminating resources found in what could be read; the warnings above name what could not be read\.\n$/,
  )
})

test('--quiet is one line a cause', async () => {
  const { stdout } = await headless(['explain', '--sandbox', '-q'], { columns: 80 })
  const lines = stdout.trimEnd().split('\n')
  assert.is(lines.length, (await explained('--sandbox')).causes.length)
  for (const line of lines) assert.match(line, /^[A-Z]\w+ +[a-z]+\/\S+.* +\d+ +\S/)
})

test('--observe looks twice and says what moved', async () => {
  const answer = await explained('--observe', '10s', '--sandbox=claim-in-use')
  assert.equal(answer.observed, { seconds: 10, gone: [], shrunk: [] })
  const text = await headless(['explain', '--observe', '10s', '--sandbox=claim-in-use'])
  assert.match(text.stdout, /\nBetween two scans 10 s apart: no change\.\n/)
})

test('printed commands reach the cluster that was asked, and commands are whole however narrow it is', async () => {
  const { stdout } = await headless(['explain', '--sandbox'], { columns: 60 })
  const { causes } = await explained('--sandbox')
  const commands = causes.flatMap(({ remedies }) => remedies.flatMap(remedy => remedy.commands))
  assert.ok(commands.length > 5)
  const lines = new Set(stdout.split('\n').map(line => line.trim()))
  for (const command of commands) assert.ok(lines.has(command), command)
  for (const command of commands.filter(each => each.startsWith('kubectl finalize')))
    assert.match(command, / --sandbox$/)
})

test('no line of prose is wider than the terminal', async () => {
  const { stdout } = await headless(['explain', '--sandbox'], { columns: 80 })
  const wide = stdout.split('\n').filter(line => line.length > 80 && line.includes(' '))
  assert.equal(
    wide.filter(line => !/^ +kubectl |more \(kubectl /.test(line)),
    [],
  )
})

test('a terminal sees how far it is, also while questions are asked, and colour', async () => {
  const { stdout, stderr } = await headless(['explain', UNINSTALLED], { columns: 80, colour: true })
  assert.match(stderr, /reading \d+\/\d+ types/)
  assert.match(stderr, /reading \d+ more facts \(round 1\)/)
  assert.match(stdout, /\x1b\[31mSTUCK/)
})

test('an interrupt prints what is known, never as the whole, and ends with 130', async () => {
  const interruption = new AbortController()
  const { code, stdout, stderr } = await headless(['explain', UNINSTALLED, '-o', 'json'], {
    columns: 80,
    signal: interruption.signal,
    onStderr: text => text.includes('more facts') && interruption.abort(),
  })
  assert.is(code, 130)
  const answer = JSON.parse(stdout)
  assert.is(answer.complete, false)
  const unasked = ({ resource, reason }: { resource: string; reason: string }) =>
    resource === '*' && reason === 'Interrupted'
  assert.ok(answer.unreadable.some(unasked))
  assert.is(answer.objects.length, 44)
  assert.match(stderr, /interrupted after \d+ types: this answer is not complete\n$/)
})

test.run()
