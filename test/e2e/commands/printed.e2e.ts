import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse, stringify } from 'yaml'
import { removeAtEnd } from '../../control-plane/process-group.ts'
import { stuckConfigMap } from '../remove/removed.ts'
import { pluginFolder } from '../rig/kubectl.ts'
import { api, kubectlAvailable, namespace, type Ran, type RunOptions, run, runProgram, target } from '../rig/rig.ts'
import { openTerminal } from '../rig/terminal.ts'

const test = suite('printed commands, pasted')

const ROLE = 'roles.rbac.authorization.k8s.io'
/** Each is `deployer`, or every Role, to whoever loses what cannot be seen in it, or reads it as a flag. */
const FAKES = [
  'deploy\x07er',
  'deploy\u202eer',
  'deploy\u200ber',
  'deploy\ner',
  'deployer\n',
  '\x1b[8mdeployer',
  '--all',
]

/** Runs a line as a person does who pastes it, with kubectl and the program on PATH. */
function pasted(line: string, options: RunOptions = {}): Promise<Ran> {
  const PATH = `${pluginFolder()}:${process.env.PATH}`
  return runProgram('bash', ['-c', line], { ...options, env: { PATH, ...options.env } })
}

/** The commands of a text, each of which has a line of its own. */
function commandsIn(text: string): readonly string[] {
  const lines = text.split('\n').filter(line => /kubectl (finalize )?[a-z-]+ /.test(line))
  for (const line of lines) assert.match(line, /^ *kubectl /)
  return lines.map(line => line.trim())
}

/** A living Role `deployer`, and others that a foreground owner waits for in vain. */
async function roles(place: string) {
  const owner = await api.create({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'owner', namespace: place },
  })
  const owners = [
    { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: owner.metadata.uid, blockOwnerDeletion: true },
    { apiVersion: 'gone.example.com/v1', kind: 'Thing', name: 'x', uid: '00000000-0000-4000-8000-000000000009' },
  ]
  const role = (name: string, metadata: object = {}) =>
    api.create({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: { name, namespace: place, ...metadata },
      rules: [],
    })
  const alive = await role('deployer')
  const fakes = await Promise.all(FAKES.map(name => role(name, { ownerReferences: owners })))
  await api.delete(owner, { propagationPolicy: 'Foreground' })
  return { alive, fakes }
}

/** A kubeconfig whose current context leads nowhere, and whose context `practice` leads to the target; its path. */
function elsewhere(): string {
  const config = parse(readFileSync(target().kubeconfig, 'utf8'))
  const current = config.contexts.find((each: { name: string }) => each.name === config['current-context'])
  current.name = 'practice'
  config.clusters.push({ name: 'nowhere', cluster: { server: 'https://127.0.0.1:1' } })
  config.contexts.push({ name: 'elsewhere', context: { cluster: 'nowhere' } })
  config['current-context'] = 'elsewhere'
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-elsewhere-'))
  removeAtEnd(folder)
  const path = join(folder, 'config')
  writeFileSync(path, stringify(config))
  return path
}

test('a repair of an object whose name cannot be seen whole touches that object, and no other', async () => {
  if (!kubectlAvailable()) return
  const place = await namespace()
  const { alive, fakes } = await roles(place)
  const { stdout } = await run(['explain', '-n', place, '-o', 'json'])
  assert.not.match(stdout, /[^\n -~]/)
  const { causes } = JSON.parse(stdout) as { causes: { code: string; remedies: { commands: string[] }[] }[] }
  const commands = causes.flatMap(({ remedies }) => remedies.flatMap(each => each.commands))
  const deletes = commands.filter(command => command.startsWith(`kubectl delete ${ROLE}`))
  assert.is(deletes.length, FAKES.length, commands.join('\n'))
  const text = await run(['explain', '-n', place])
  for (const command of deletes) assert.ok(commandsIn(text.stdout).includes(command), text.stdout)
  for (const shown of ['deploy<U+0007>er', 'deploy<U+202E>er', 'deploy<U+000A>er']) {
    assert.ok(text.stdout.includes(`role/${shown}`), text.stdout)
  }
  for (const command of deletes) {
    const { code, stderr } = await pasted(command)
    assert.is(code, 0, `${command}\n${stderr}`)
  }
  for (const fake of fakes) assert.is(await api.get(fake), undefined, JSON.stringify(fake.metadata.name))
  assert.is((await api.get(alive))?.metadata.uid, alive.metadata.uid)
})

test('names of a list go through xargs: those that kubectl takes are found, and no other object', async () => {
  if (!kubectlAvailable()) return
  const place = await namespace()
  const hold = { finalizers: ['e2e.example.com/hold'] }
  for (const name of ['deploy er', 'system:deploy\x07er', 'deploy@x+y']) {
    const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', rules: [] }
    const made = await api.create({ ...role, metadata: { name, namespace: place, ...hold } })
    await api.delete(made)
  }
  const { stdout } = await run(['list', 'roles', '-n', place, '-o', 'name'])
  assert.is(stdout.trimEnd().split('\n').length, 3)
  const line = `printf '%s' "$NAMES" | xargs -n1 kubectl get -o name -n ${place}`
  const got = await pasted(line, { env: { NAMES: stdout } })
  assert.is(got.stdout, 'role.rbac.authorization.k8s.io/deploy@x+y\n', got.stderr)
})

test('the command that a refusal names is about the very object', async () => {
  if (!kubectlAvailable()) return
  const place = await namespace()
  const name = 'deploy\u202eer\n'
  const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', rules: [] }
  await api.create({ ...role, metadata: { name: 'deployer', namespace: place } })
  await api.delete(
    await api.create({ ...role, metadata: { name, namespace: place, finalizers: ['e2e.example.com/hold'] } }),
  )
  const { code, stdout } = await run(['remove', `roles/${name}`, '-n', place, '--yes'])
  assert.is(code, 3)
  const [command, ...others] = commandsIn(stdout)
  assert.equal(others, [])
  const told = await pasted(`${command} -o json`)
  assert.is(told.code, 0, told.stderr)
  assert.equal(
    JSON.parse(told.stdout).objects.map((each: { ref: { name: string } }) => each.ref.name),
    [name],
  )
})

test('every command of a run with --context works where another context is the current one', async () => {
  if (!kubectlAvailable()) return
  const place = await namespace()
  await stuckConfigMap(place, 'held')
  await api.delete({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: place } })
  const env = { KUBECONFIG: elsewhere() }
  const flags = ['--context', 'practice']
  const runs = [
    ['explain', '-n', place],
    ['explain', 'cm/held', '-n', place],
    ['remove', 'cm/held', '-n', place, '--yes'],
    ['namespace', place, '--yes', '--timeout', '2s'],
    ['namespace', place, '--override=NamespaceNotEmpty', '--dry-run=client', '--timeout', '2s'],
  ]
  const commands = new Set<string>()
  for (const words of runs) {
    const { stdout, stderr } = await run([...words, ...flags], { env })
    const found = commandsIn(`${stdout}\n${stderr}`)
    assert.ok(found.length > 0 || words.includes('--dry-run=client'), `${words.join(' ')}\n${stdout}\n${stderr}`)
    for (const each of found) commands.add(each)
  }
  const nowhere = await pasted(`kubectl get configmaps -n ${place}`, { env })
  assert.is(nowhere.code, 1)
  for (const command of commands) {
    const { code, stderr } = await pasted(command, { env })
    // Without consent a removal is refused: it has looked, and at the right cluster.
    assert.ok(code === 0 || (code === 3 && command.includes('finalize')), `${command}: ${code}\n${stderr}`)
  }
})

test('the prompt says which cluster it is about', async () => {
  const place = await namespace()
  await stuckConfigMap(place, 'held')
  const config = parse(readFileSync(target().kubeconfig, 'utf8'))
  await using terminal = openTerminal(['remove', 'cm/held', '-n', place])
  await terminal.sees('Plan for context ')
  await terminal.sees(`Remove 1 finalizer in context ${config['current-context']} (${target().server}).`)
  await terminal.sees('Type "held" to confirm:')
})

test.run()
