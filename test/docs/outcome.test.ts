import { readdirSync, readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse } from 'yaml'
import type { LeftBehind } from '../../src/execute/tools.ts'
import type { Step } from '../../src/plan/outcome.ts'
import { temporaryFolder } from '../cluster/temporary-folder.ts'
import { headless } from '../headless.ts'
import { faultsOf } from './schema.ts'

const test = suite('the JSON Schema, of what writes')

interface Answer {
  readonly code: number
  readonly steps: readonly Step[]
  /** Files of what is left behind. */
  readonly lists: readonly { readonly items: readonly LeftBehind[] }[]
}

/** Runs a command that writes, and holds its answer to the schema; and that of YAML to be the same. */
async function answered(argv: readonly string[], input = ''): Promise<Answer> {
  using folder = temporaryFolder()
  const { code, stdout, stderr } = await headless([...argv, '--backup-dir', folder.path, '-o', 'json'], { input })
  assert.ok(stdout.startsWith('{'), `${argv.join(' ')}\n${stderr}`)
  const outcome = JSON.parse(stdout)
  assert.equal(faultsOf(outcome, { described: true }), [], argv.join(' '))
  assert.is(outcome.kind, 'Outcome')
  for (const { action, backup } of outcome.steps as Step[]) {
    if (backup === undefined) continue
    const { metadata } = parse(readFileSync(backup, 'utf8'))
    assert.ok(action === 'Keep' ? metadata.uid !== undefined : metadata.finalizers.length > 0)
  }
  const lists = readdirSync(folder.path)
    .filter(name => name.endsWith('_leaks.yaml'))
    .map(name => parse(readFileSync(`${folder.path}/${name}`, 'utf8')))
  for (const list of lists) assert.equal(faultsOf(list, { described: true }), [])
  return { code, steps: outcome.steps, lists }
}

/** `ACTION result guard`, each once, in their order. */
function told({ code, steps }: Answer): readonly unknown[] {
  const words = steps.map(({ action, result, guard }) => [action, result, guard].filter(Boolean).join(' '))
  return [code, ...new Set(words)]
}

const BUCKETS = ['remove', '-A', '--finalizer', 'objectstore.example.com/bucket', '--sandbox=operator-uninstalled']
const BUCKET = ['remove', 'bucket/ledger', '-n', 'reports', '--sandbox=operator-uninstalled']

const cases: readonly (readonly [argv: readonly string[], told: readonly unknown[]])[] = [
  [
    [...BUCKETS, '--dry-run=client'],
    [0, 'RemoveFinalizer planned'],
  ],
  [
    [...BUCKETS, '--dry-run=server'],
    [0, 'RemoveFinalizer planned'],
  ],
  [
    [...BUCKETS, '--yes'],
    [0, 'RemoveFinalizer done'],
  ],
  [BUCKET, [3, 'RemoveFinalizer refused']],
  [
    [...BUCKET, '--finalizer', 'example.com/none', '--yes'],
    [0, 'RemoveFinalizer gone'],
  ],
  [
    ['remove', 'ns/default', '--sandbox=empty', '--yes'],
    [3, 'RemoveFinalizer refused NotTerminating'],
  ],
  [
    ['remove', 'pvc/warehouse-import', '-n', 'analytics', '--sandbox=claim-in-use', '--yes'],
    [3, 'RemoveFinalizer refused ProtectedFinalizer'],
  ],
  [
    ['remove', 'svc/storefront', '-n', 'edge', '--sandbox=load-balancer', '--yes'],
    [3, 'RemoveFinalizer refused ControllerAlive'],
  ],
  [
    ['remove', 'tenant/acme', '-n', 'customers', '--sandbox=webhook-dead', '--yes'],
    [3, 'RemoveFinalizer refused WouldBeRejected'],
  ],
  [
    ['remove', 'rs/legacy-api-6d4b75cb6d', '-n', 'billing', '--sandbox=foreground-held', '--yes'],
    [3, 'RemoveFinalizer refused ControllerUnknown'],
  ],
  [
    ['remove', 'cert/internal', '-n', 'ingress', '--sandbox=operator-scaled-down', '--yes'],
    [3, 'RemoveFinalizer refused RepairFirst'],
  ],
  [
    ['remove', 'pod/db-1', '-n', 'shop', '--sandbox=node-lost', '--yes'],
    [3, 'RemoveFinalizer skipped'],
  ],
  [
    ['remove', 'ns/old-project', '--sandbox=controller-manager-down', '--yes'],
    [3, 'RemoveFinalizer refused ProtectedFinalizer'],
  ],
  [
    ['replay', 'deployment/legacy-api', '-n', 'billing', '--sandbox=foreground-held', '--dry-run=client'],
    [3, 'Delete planned', 'RemoveFinalizer refused ProtectedFinalizer'],
  ],
  [
    ['rescue', 'pvc/warehouse-import', '-n', 'analytics', '--sandbox=claim-in-use', '--dry-run=client'],
    [0, 'Retain planned', 'RemoveFinalizer planned', 'Rebind planned', 'Create planned', 'RestorePolicy planned'],
  ],
  [
    ['rescue', 'bucket/ledger', '-n', 'reports', '--sandbox=operator-uninstalled', '--yes'],
    [3, 'Create refused WouldBeRejected'],
  ],
  [
    ['rescue', 'namespace/reports', '--sandbox=operator-uninstalled', '--yes'],
    [0, 'Keep done'],
  ],
  [
    ['rescue', 'pod/db-1', '-n', 'shop', '--sandbox=node-lost', '--yes'],
    [3, 'Create refused'],
  ],
  [
    ['namespace', 'default', '--sandbox=empty', '--yes'],
    [3, 'FinalizeNamespace refused NotTerminating'],
  ],
  [
    ['namespace', 'staging', '--sandbox=api-unavailable', '--yes'],
    [3, 'FinalizeNamespace refused RepairFirst'],
  ],
  [
    ['namespace', 'reports', '--sandbox=operator-uninstalled', '--dry-run=client'],
    [0, 'RemoveFinalizer planned'],
  ],
  [
    ['namespace', 'reports', '--sandbox=operator-uninstalled', '--yes', '--wait=false'],
    [0, 'RemoveFinalizer done'],
  ],
]

for (const [argv, expected] of cases) {
  test(`describes what ${argv.join(' ')} answers`, async () => {
    assert.equal(told(await answered(argv)), expected)
  })
}

test('describes the file of what a set leaves behind, which has what explain, plan and steps say', async () => {
  const explained = await headless(['explain', '--sandbox=operator-uninstalled', '-o', 'json'])
  const removal = JSON.parse(explained.stdout).causes[0].remedies.find(
    (each: { kind: string }) => each.kind === 'remove',
  )
  const [planned, done] = [await answered([...BUCKETS, '--dry-run=client']), await answered([...BUCKETS, '--yes'])]
  const ids = (items: readonly Partial<LeftBehind>[]) => items.flatMap(({ leaks = [] }) => leaks).toSorted()
  assert.ok(removal.leaks.length > 10)
  for (const all of [planned.steps, done.steps, done.lists[0]!.items]) assert.equal(ids(all), removal.leaks.toSorted())
  assert.equal([planned.lists.length, done.lists.length], [0, 1])
})

test('describes what restore answers', async () => {
  const metadata = { name: 'x', namespace: 'default', uid: 'old' }
  const backup = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { a: 'b' } })
  const args = ['restore', '-', '--sandbox=empty']
  assert.equal(told(await answered([...args, '--yes'], backup)), [0, 'Create done'])
  assert.equal(told(await answered([...args, '--dry-run=client'], backup)), [0, 'Create planned'])
  assert.equal(told(await answered([...args, '--dry-run=server'], backup)), [0, 'Create planned'])
  assert.equal(told(await answered(args, backup)), [3, 'Create refused'])
  const there = JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } })
  assert.equal(told(await answered([...args, '--yes'], there)), [3, 'Create refused'])
})

test.run()
