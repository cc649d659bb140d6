import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse } from '../src/commandline/parse.ts'
import { commands, entryCommand } from '../src/commands/index.ts'
import { temporaryFolder } from './cluster/temporary-folder.ts'
import { headless } from './headless.ts'

const test = suite('command line')

test('help of the program names every command and kubectl', async () => {
  const { code, stdout, stderr } = await headless(['--help'])
  assert.is(code, 0)
  assert.is(stderr, '')
  for (const text of [
    'Usage: kubectl finalize [command]',
    'list',
    'sandbox',
    'version',
    '"kubectl finalize options"',
  ]) {
    assert.ok(stdout.includes(text), text)
  }
})

test('help of a command has its flags and examples, however it is asked for', async () => {
  const { stdout } = await headless(['list', '--help'])
  assert.ok(stdout.startsWith('List terminating objects'))
  assert.ok(stdout.includes('--older-than'))
  assert.ok(stdout.includes('kubectl finalize list -n shop'))
  assert.is((await headless(['help', 'list'])).stdout, stdout)
  assert.is((await headless(['-h', 'list', '-n', 'x'])).stdout, stdout)
})

test('a flag given more than once: the last counts, and of a list all', () => {
  const request = parse(
    ['list', '-na', '--as-group=x', '-n', 'b', '-w', '--as-group', 'y', '-w=0'],
    commands,
    entryCommand,
  )
  const { namespace, watch, 'as-group': groups } = 'flags' in request ? request.flags : {}
  assert.equal({ namespace, watch, groups }, { namespace: 'b', watch: false, groups: ['x', 'y'] })
})

test('wrong usage is one line and where to read on, exit 2, and nothing on stdout', async () => {
  const cases: readonly (readonly string[])[] = [
    ['nosuch'],
    ['list', '--bogus'],
    ['list', '-z'],
    ['list', '-n'],
    ['list', '-o', 'xml'],
    ['list', '--finalizer', ''],
    ['list', '--chunk-size', 'few'],
    ['list', 'pod/x'],
    ['explain', 'pod/x', 'y'],
    ['explain', 'pod/x/y'],
    ['explain', 'pod/'],
    ['explain', ','],
    ['explain', '-A', 'pod', 'x'],
    ['explain', 'pod/x', '-l', 'a=b'],
    ['explain', 'pod/x', '--older-than', '1h'],
    ['explain', '-o', 'wide'],
    ['explain', '--observe', 'soon'],
    ['explain', '--observe', '0s'],
    ['explain', '--older-than=-1h'],
    ['list', '-v', 'loud'],
    ['list', '--sandbox=nosuch'],
    ['list', '--sandbox', '--context', 'x'],
    ['sandbox', 'nosuch'],
    ['sandbox', 'a', 'b'],
    ['sandbox', '--port', '70000'],
    ['remove', '--finalizer', 'example.com/f', '-A', '-n', 'shop'],
    ['version', '-o', 'wide'],
    ['version', '--watch'],
    ['list', '--request-timeout', 'abc'],
    ['list', '-n', '../x'],
    ['explain', '-n', 'a/b'],
    ['explain', '-n', 'Shop'],
    ['namespace', 'a/b'],
    ['namespace', '..'],
  ]
  for (const argv of cases) {
    const { code, stdout, stderr } = await headless(argv)
    assert.is(code, 2, argv.join(' '))
    assert.is(stdout, '')
    assert.match(stderr, /^error: .+\nSee 'kubectl finalize( [a-z]+)? --help' for usage\.\n$/, argv.join(' '))
  }
})

test('a usage error tells of the help of its command', async () => {
  assert.match(
    (await headless(['explain', '--observe', 'soon'])).stderr,
    "See 'kubectl finalize explain --help' for usage.",
  )
  assert.match((await headless(['--nope'])).stderr, "See 'kubectl finalize --help' for usage.")
  assert.match((await headless(['lst'])).stderr, "See 'kubectl finalize --help' for usage.")
})

test('a slip in a command or a flag, and what people call a command elsewhere, is told of the right one', async () => {
  const cases: readonly (readonly [argv: readonly string[], RegExp])[] = [
    [['explian'], /^error: unknown command "explian" for "kubectl finalize": did you mean "explain"\?\n/],
    [['lsit'], /did you mean "list"\?/],
    [['rm', 'pod/x'], /did you mean "remove"\?/],
    [['ns', 'x'], /did you mean "namespace"\?/],
    [['nosuch'], /known are list, explain, .*; write an object as TYPE\/NAME\n/],
    [['remove', 'pod/x', '--finalzier', 'a/b'], /^error: unknown flag: --finalzier, did you mean --finalizer\?\n/],
    [['list', '--overide', 'x'], /^error: unknown flag: --overide\n/],
    [['remove', '-A', '--overide', 'x'], /did you mean --override\?/],
    [['list', '--contxt=a'], /did you mean --context\?/],
  ]
  for (const [argv, said] of cases) {
    const { code, stderr } = await headless(argv)
    assert.is(code, 2, argv.join(' '))
    assert.match(stderr, said)
  }
})

test('kubectl finalize TYPE/NAME explains the object', async () => {
  const named = await headless(['ns/reports', '--sandbox=operator-uninstalled'])
  assert.is(named.code, 0)
  assert.is(named.stdout, (await headless(['explain', 'ns/reports', '--sandbox=operator-uninstalled'])).stdout)
  assert.is((await headless(['ns/nosuch', '--sandbox=operator-uninstalled'])).code, 1)
  assert.is((await headless(['ns/a/b', '--sandbox'])).code, 2)
})

test('TYPE and TYPE/NAME together are refused in the words of the command', async () => {
  for (const command of ['explain', 'remove', 'replay']) {
    const { code, stderr } = await headless([command, 'pod', 'pod/x', '--sandbox'])
    assert.is(code, 2)
    assert.match(stderr, `instead of 'kubectl finalize ${command} resource resource/name'`)
  }
})

test('version tells what it knows when the server does not answer, and fails', async () => {
  const gone = ['version', '--server', 'http://127.0.0.1:1']
  const { code, stdout, stderr } = await headless(gone)
  assert.is(code, 1)
  assert.match(stdout, /^Client Version: v.+\nRuntime Version: .+\n$/)
  assert.match(stderr, 'was refused')
  const { stdout: json } = await headless([...gone, '-o', 'json'])
  assert.match(JSON.parse(json).clientVersion.gitVersion, /^v/)
  const usage = await headless(['version', '--sandbox=nosuch'])
  assert.equal([usage.code, usage.stdout], [2, ''])
})

test('version --client asks no server', async () => {
  const { code, stdout } = await headless(['version', '--client', '-o', 'json'])
  assert.is(code, 0)
  assert.match(JSON.parse(stdout).clientVersion.gitVersion, /^v\d+\.\d+\.\d+/)
})

test('version tells the server beside the client', async () => {
  const { stdout } = await headless(['version', '--sandbox'])
  assert.match(stdout, /^Client Version: v\d+\.\d+\.\d+\nRuntime Version: .+\nServer Version: v1\.\d+\.\d+\n$/)
})

test('the practice cluster is listed without a kubeconfig', async () => {
  const { code, stdout } = await headless(['list', '--sandbox', '-o', 'json'])
  assert.ok(code === 0 || code === 1)
  assert.ok(JSON.parse(stdout).items.length > 10)
})

test('kubectl finalize alone explains', async () => {
  const { code, stdout } = await headless(['--sandbox=operator-uninstalled', '-o', 'json'])
  assert.is(code, 0)
  assert.is(JSON.parse(stdout).kind, 'Explanation')
  assert.match((await headless(['--sandbox=operator-uninstalled', '-q'])).stdout, /^ControllerMissing /)
})

test('an error with a high log level comes with its trace, and without one does not', async () => {
  assert.not.match((await headless(['list', 'nosuch', '--sandbox'])).stderr, /\n +at /)
  assert.match((await headless(['list', 'nosuch', '--sandbox', '-v=6'])).stderr, /\n +at /)
})

test('an empty -n is none: nothing of the cluster is left out', async () => {
  const whole = await headless(['list', '--sandbox', '-o', 'name'])
  assert.is((await headless(['list', '--sandbox', '-o', 'name', '-n', ''])).stdout, whole.stdout)
})

test('a terminal sees progress that is taken away again; a pipe sees none', async () => {
  const terminal = await headless(['list', '--sandbox=empty'], { columns: 80 })
  assert.match(terminal.stderr, /reading \d+\/\d+ types/)
  assert.match(terminal.stderr, /\x1b\[\d+A\x1b\[JNo terminating resources found/)
  const pipe = await headless(['list', '--sandbox=empty'])
  assert.is(pipe.stderr, 'No terminating resources found.\n')
})

test('an interrupt before anything was read ends with 130', async () => {
  const { code, stderr } = await headless(['list', '--sandbox'], { signal: AbortSignal.abort() })
  assert.is(code, 130)
  assert.match(stderr, /interrupted/)
})

test('an Outcome that was printed is not printed again by a second interrupt', async () => {
  using folder = temporaryFolder()
  let account = (): string => 'none'
  const words = ['remove', '--sandbox=operator-uninstalled', '-A', '--finalizer', 'objectstore.example.com/bucket']
  const { stdout } = await headless([...words, '--yes', '-o', 'json'], {
    stateDirectory: folder.path,
    onForcedEnd: tell => {
      account = tell
    },
  })
  assert.ok(
    JSON.parse(stdout).steps.some(({ result }: { result: string }) => result === 'done'),
    stdout,
  )
  assert.is(account(), '')
})

test('list takes an empty word for a type that is missing, not for all of them', async () => {
  for (const word of ['', ',']) {
    const { code, stdout, stderr } = await headless(['list', word, '--sandbox'])
    assert.equal([code, stdout], [2, ''], word)
    assert.match(stderr, 'you must specify a resource type')
  }
})

test.run()
