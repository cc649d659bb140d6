import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { buildIncident, incidents } from '../../src/sandbox/incidents/index.ts'
import { serveSandbox } from '../../src/sandbox/serve.ts'
import { headless } from '../headless.ts'

const test = suite('printed commands')

/** A kubectl command, from its program on; help and the words of a note (`kubectl's`) are none. */
const COMMAND = /kubectl (?:finalize )?[a-z][a-z-]+ .*/g

const PLAN = '--dry-run=client'
const PASSABLE = 'RepairFirst,ControllerAlive,ProtectedFinalizer,IncompleteRead,ControllerUnknown'

interface Item {
  readonly ref: { readonly kind: string; readonly name: string; readonly namespace?: string }
  readonly finalizers: readonly { readonly name: string }[]
}

async function setup(incident: string) {
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-commands-'))
  const server = await serveSandbox(buildIncident(incident)!)
  const kubeconfig = join(folder, 'config')
  const clusters = [
    { name: 'practice', cluster: { server: server.url } },
    { name: 'elsewhere', cluster: { server: 'http://127.0.0.1:1' } },
  ]
  const contexts = ['practice', 'elsewhere'].map(name => ({ name, context: { cluster: name, user: 'me' } }))
  const config = { clusters, contexts, users: [{ name: 'me', user: {} }], 'current-context': 'elsewhere' }
  writeFileSync(kubeconfig, JSON.stringify(config))
  const flags = ['--kubeconfig', kubeconfig, '--context', 'practice', '--as', 'eve', '--as-group', 'system:masters']
  const run = (...argv: readonly string[]) =>
    headless([...argv, ...flags, '--as-user-extra', 'scopes=a b', '--backup-dir', folder].filter(isTaken(argv[0]!)), {
      stateDirectory: folder,
    })
  return {
    run,
    given: ['--context practice', `--kubeconfig ${kubeconfig}`],
    asWhom: ['--as eve', '--as-group system:masters', "--as-user-extra 'scopes=a b'"],
    async [Symbol.asyncDispose]() {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Only what writes has backups. */
function isTaken(command: string) {
  const writes = command === 'remove' || command === 'namespace'
  return (_: string, index: number, all: readonly string[]): boolean => writes || index < all.indexOf('--backup-dir')
}

for (const { name } of incidents) {
  test(`of ${name} go to the cluster of the run, as its user, and have lines of their own`, async () => {
    await using rig = await setup(name)
    const { items } = JSON.parse((await rig.run('list', '-o', 'json')).stdout) as { items: readonly Item[] }
    const finalizers = new Set(items.flatMap(each => each.finalizers.map(finalizer => finalizer.name)))
    const namespaces = new Set(items.map(({ ref }) => (ref.kind === 'Namespace' ? ref.name : ref.namespace)))
    const set = ['remove', '-A', ...[...finalizers].flatMap(finalizer => ['--finalizer', finalizer]), PLAN]
    const end = ['namespace', [...namespaces].find(each => each !== undefined) ?? 'none', PLAN, '--wait=false']
    const lines = [
      ['explain'],
      ['explain', '-o', 'json'],
      ...(finalizers.size === 0 ? [] : [set, [...set, '--override', PASSABLE]]),
      ...[[], ['--override', 'NamespaceNotEmpty,RepairFirst']].map(more => [...end, ...more]),
    ]
    let seen = 0
    for (const argv of lines) {
      const { stdout, stderr } = await rig.run(...argv)
      const isJson = argv.includes('json')
      for (const line of `${stdout}\n${stderr}`.split('\n')) {
        for (const [command] of line.matchAll(COMMAND)) {
          seen++
          const at = `${argv.join(' ')}\n${line}`
          if (!isJson) assert.is(line.trim(), command, at)
          const own = / --as (?!eve)/.test(command)
          for (const flag of own ? rig.given : [...rig.given, ...rig.asWhom]) assert.match(command, flag, at)
        }
      }
    }
    assert.ok(seen > 0 || name === 'empty', name)
  })
}

test.run()
