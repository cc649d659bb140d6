import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { explained } from '../explain/explained-e2e.ts'
import { stuckObject } from '../explain/operator.ts'
import { crd, type crd as createCrd, namespace, run } from '../rig/rig.ts'

const test = suite("a user's own catalogue")

type OwnType = Awaited<ReturnType<typeof createCrd>>

const fileOf = ({ group, kind }: OwnType): string => `apiVersion: kubectl-finalize/v1
kind: Catalogue
project: Acme
controllers:
- name: acme-operator
  finalizers:
  - name: ${group}/cleanup
    kinds: [${group}/${kind}]
    cleans: Deletes the bucket at Acme.
    ifRemoved: The bucket at Acme stays and costs money.
    risk: high
    ids: [status.thing]
`

/** A folder of this test; in it `kubectl-finalize/catalogue` is where the program looks by itself. */
function folder() {
  const path = mkdtempSync(join(tmpdir(), 'kubectl-finalize-own-'))
  mkdirSync(join(path, 'kubectl-finalize/catalogue'), { recursive: true })
  return {
    path,
    write: (name: string, text: string): string => {
      writeFileSync(join(path, name), text)
      return join(path, name)
    },
    [Symbol.dispose]: () => rmSync(path, { recursive: true }),
  }
}

async function setup() {
  const place = await namespace()
  const type = await crd({ kind: 'Bucket' })
  await stuckObject(type, place, 'main', { status: { thing: 'b-42' } })
  return { place, type, finalizer: `${type.group}/cleanup`, name: `${type.resource}/main` }
}

test('by --catalogue: explain tells what stays behind, with the id, and its commands know the file as well', async () => {
  using own = folder()
  const { place, type } = await setup()
  const file = own.write("our own'.yaml", fileOf(type))
  const [cause] = (await explained(['-n', place, '--catalogue', file])).causesOf('Bucket', 'main')
  assert.is(cause!.code, 'ControllerMissing')
  const removal = cause!.remedies.at(-1)!
  assert.match(removal.summary, /the bucket at Acme stays and costs money/)
  assert.equal([removal.risk, removal.leaks], ['high', ['b-42 (status.thing)']])
  assert.match(removal.commands[0]!, `--catalogue '${own.path}/our own'\\''.yaml'`)
  assert.not.match((await explained(['-n', place])).causesOf('Bucket', 'main')[0]!.remedies.at(-1)!.summary, /Acme/)
})

test('from the config directory: every command that plans knows it, and catalog, without a flag', async () => {
  using own = folder()
  const { place, type, finalizer, name } = await setup()
  own.write('kubectl-finalize/catalogue/acme.yaml', fileOf(type))
  own.write('kubectl-finalize/catalogue/notes.txt', 'no catalogue')
  const env = { XDG_CONFIG_HOME: own.path }
  const plan = await run(['remove', name, '-n', place, '--dry-run=server'], { env })
  assert.match(plan.stdout, /the bucket at Acme stays and costs money/i)
  assert.match(plan.stdout, 'b-42 (status.thing)')
  const live = await run(['explain', name, '-n', place], { env })
  assert.match(live.stdout.replaceAll(/\s+/g, ' '), /the bucket at Acme stays/i)
  const replay = await run(['replay', name, '-n', place, '--dry-run=server'], { env })
  assert.is.not(replay.code, 1, replay.stderr)
  const known = await run(['catalog', finalizer, '-o', 'json'], { env })
  assert.equal(
    JSON.parse(known.stdout).items.map(({ project, from }: { project: string; from: string }) => [project, from]),
    [['Acme', 'user']],
  )
})

test('with a mistake is an error with its line and column, before anything is read or done', async () => {
  using own = folder()
  const file = own.write(
    'bad.yaml',
    'apiVersion: kubectl-finalize/v1\nkind: Catalogue\nproject: Acme\ncontroller: []\n',
  )
  own.write('kubectl-finalize/catalogue/bad.yaml', 'kind: [')
  for (const command of [
    ['list'],
    ['explain'],
    ['catalog'],
    ['remove', 'pods/a'],
    ['namespace', 'a'],
    ['replay', 'pods/a'],
  ]) {
    const { code, stdout, stderr } = await run([...command, '--catalogue', file])
    assert.equal([code, stdout], [1, ''], command[0])
    assert.is(
      stderr,
      `error: ${file}:4:1: unknown field "controller" (known: apiVersion, kind, project, controllers, outside, waysOut, pausedBy, confirmedBy, inUse, drains, inventories, refersBy, uidFields)\n`,
    )
  }
  const found = await run(['explain'], { env: { XDG_CONFIG_HOME: own.path } })
  assert.is(found.code, 1)
  assert.match(found.stderr, /catalogue\/bad\.yaml:\d:\d: this is not valid YAML/)
  const missing = await run(['explain', '--catalogue', join(own.path, 'nosuch')])
  assert.equal([missing.code, missing.stderr], [1, `error: open ${own.path}/nosuch: no such file or directory\n`])
  assert.is((await run(['explain', '--catalogue='])).code, 2)
})

test.run()
