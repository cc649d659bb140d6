import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse } from 'yaml'
import { api, crd, kubectl, kubectlAvailable, namespace, run } from '../rig/rig.ts'
import { listed, names } from './listed.ts'

const test = suite('list is asked')

async function stuck(place: string, name: string, finalizers: string[], labels: object = {}): Promise<void> {
  const metadata = { name, namespace: place, finalizers, labels }
  const created = await api.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata })
  await api.delete(created)
}

/** A namespace with two stuck ConfigMaps and a stuck Secret. */
async function incident(): Promise<string> {
  const place = await namespace()
  await stuck(place, 'red', ['example.com/a', 'example.com/b'], { colour: 'red' })
  await stuck(place, 'blue', ['example.com/b'], { colour: 'blue' })
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'key', namespace: place, finalizers: ['example.com/a'] },
  }
  await api.delete(await api.create(secret))
  return place
}

test('for types by plural, singular, short name, kind and plural.version.group', async () => {
  const place = await incident()
  for (const word of ['configmaps', 'configmap', 'cm', 'ConfigMap', 'configmaps.v1.']) {
    assert.equal(names(await listed([word, '-n', place])), ['ConfigMap/blue', 'ConfigMap/red'])
  }
  assert.is((await listed(['cm,secrets', '-n', place])).items.length, 3)
  assert.is((await listed(['cm', 'secrets', '-n', place])).items.length, 3)
})

test('for custom types by short name and group', async () => {
  const place = await namespace()
  const widgets = await crd({ shortNames: ['wdg'] })
  await api.delete(await api.create(widgets.draft('w', place, { metadata: { finalizers: ['example.com/a'] } })))
  for (const word of [widgets.resource, `widgets.v1.${widgets.group}`, `widget.${widgets.group}`]) {
    assert.equal(names(await listed([word, '-n', place])), ['Widget/w'])
  }
})

test('for a finalizer, an age or a label', async () => {
  const place = await incident()
  assert.equal(names(await listed(['-n', place, '--finalizer', 'example.com/a'])), ['ConfigMap/red', 'Secret/key'])
  assert.equal(names(await listed(['-n', place, '--older-than', '1h'])), [])
  assert.is((await listed(['-n', place, '--older-than=0s'])).items.length >= 0, true)
  assert.equal(names(await listed(['-n', place, '-l', 'colour in (red,green)'])), ['ConfigMap/red'])
  assert.equal(names(await listed(['-n', place, '-lcolour!=red'])), ['ConfigMap/blue', 'Secret/key'])
})

test('for each form of output', async () => {
  const place = await incident()
  const name = await run(['list', '-n', place, '-oname'])
  assert.is(name.stdout, 'configmap/blue\nconfigmap/red\nsecret/key\n')
  const table = await run(['list', '-n', place])
  assert.match(table.stdout, /^NAME +AGE +FINALIZERS +OWNERS\nconfigmap\/blue +\d+s +example.com\/b +<none>\n/)
  const bare = await run(['list', '-n', place, '--no-headers'])
  assert.match(bare.stdout, /^configmap\/blue /)
  const wide = await run(['list', '-n', place, '-o', 'wide'])
  assert.match(wide.stdout, /^NAME .* DELETION-TIMESTAMP +GRACE +UID\n/)
  const yaml = await run(['list', '-n', place, '-o=yaml'])
  const json = await run(['list', '-n', place, '-o=json'])
  const normal = (text: string, read: (text: string) => unknown) =>
    JSON.stringify(read(text)).replace(/"(takenAt|ageSeconds)":("[^"]*"|\d+)/g, '')
  assert.is(normal(yaml.stdout, parse), normal(json.stdout, JSON.parse))
  const all = await run(['list', 'cm', '-A'])
  assert.match(all.stdout, /^NAMESPACE +NAME /)
})

test('for nothing that is terminating, and says so only on stderr', async () => {
  const place = await namespace()
  const { code, stdout, stderr } = await run(['list', '-n', place])
  assert.equal(
    { code, stdout, stderr },
    { code: 0, stdout: '', stderr: `No terminating resources found in ${place} namespace.\n` },
  )
})

test('for what is not there, and answers in one line with the right exit code', async () => {
  const cases: readonly (readonly [readonly string[], number, RegExp])[] = [
    [['list', 'nosuch'], 1, /^error: the server doesn't have a resource type "nosuch"/],
    [['list', '-n', 'nosuch'], 1, /^Error from server \(NotFound\): namespaces "nosuch" not found\n$/],
    [['list', '--bogus'], 2, /^error: unknown flag: --bogus\n/],
    [['list', '-x'], 2, /^error: unknown shorthand flag: 'x' in -x\n/],
    [['list', '-n'], 2, /^error: flag needs an argument: 'n' in -n\n/],
    [['list', '-o', 'xml'], 2, /^error: unable to match a printer suitable for the output format "xml"/],
    [['list', '--older-than', 'soon'], 2, /^error: invalid argument "soon" for "--older-than" flag/],
    [['list', '--watch=maybe'], 2, /^error: invalid argument "maybe" for "--watch" flag/],
    [['list', 'pod/x'], 2, /^error: list accepts only types: "pod\/x" names an object/],
    [['list', '-l', '==='], 1, /^Error from server \(BadRequest\): /],
    [['nosuch'], 2, /^error: unknown command "nosuch" for "kubectl finalize"/],
    [['list', '--context', 'nosuch'], 1, /^error: context "nosuch" does not exist\n$/],
    [['list', '--cluster', 'nosuch'], 1, /^error: cluster "nosuch" does not exist\n$/],
    [['list', '--user', 'nosuch'], 1, /^error: auth info "nosuch" does not exist\n$/],
    [['list', '--kubeconfig', 'nosuch'], 1, /nosuch: no such file or directory\n$/],
    [
      ['list', '--server', 'http://127.0.0.1:1'],
      1,
      /^The connection to the server 127\.0\.0\.1:1 was refused - did you specify the right host or port\?\n$/,
    ],
    [['list', '--request-timeout', 'soon'], 2, /^error: .*[Tt]imeout/],
  ]
  for (const [args, code, line] of cases) {
    const ran = await run(args)
    assert.is(ran.code, code, `${args.join(' ')}: exit ${ran.code}\n${ran.stderr}`)
    assert.match(ran.stderr, line, args.join(' '))
    assert.is(ran.stdout, '', args.join(' '))
    assert.not.match(ran.stderr, /\n +at /, `a stack trace for ${args.join(' ')}`)
  }
})

test('for the log of its requests, which holds no credential', async () => {
  const place = await namespace()
  const { stderr, code } = await run(['list', 'cm', '-n', place, '-v=9', '--token', 'very-secret-token'])
  assert.ok(code === 0 || code === 1)
  assert.match(stderr, /GET http.*\/api/)
  assert.not.match(stderr, /very-secret-token/)
})

const withKubectl = kubectlAvailable() ? test : test.skip

withKubectl('through kubectl, by its name on PATH', async () => {
  const place = await incident()
  const { code, stdout } = await kubectl(['finalize', 'list', '-n', place, '-o', 'name'])
  assert.equal({ code, stdout }, { code: 0, stdout: 'configmap/blue\nconfigmap/red\nsecret/key\n' })
  const wrong = await kubectl(['finalize', 'list', '--bogus'])
  assert.is(wrong.code, 2)
  const help = await kubectl(['finalize', 'list', '--help'])
  assert.match(help.stdout, /Usage: kubectl finalize list/)
})

test.run()
