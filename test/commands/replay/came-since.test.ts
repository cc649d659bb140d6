import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { definition } from '../../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../../src/sandbox/incidents/parts/namespace.ts'
import { HOUR } from '../../../src/sandbox/incidents/parts/time.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import { temporaryFolder } from '../../cluster/temporary-folder.ts'
import { deleted } from '../../diagnosis/stuck-objects.ts'
import { manualClock } from '../../sandbox/manual-clock.ts'
import { runIn } from '../run-in.ts'

const test = suite('what came to a namespace between the groups of a replay')

const GROUPS = `apiVersion: kubectl-finalize/v1
kind: DeletionGroups
groups:
- resources: [{apiVersion: v1, kind: ConfigMap, names: [first]}]
- resources: [{apiVersion: v1, kind: Namespace, names: [space]}]
`

async function replayed(late: boolean) {
  using folder = temporaryFolder()
  const file = join(folder.path, 'groups.yaml')
  writeFileSync(file, GROUPS)
  const clock = manualClock()
  const sandbox = createSandbox({ clock })
  for (const name of ['live', 'space']) namespace(sandbox, name)
  definition(sandbox, { group: 'example.com', plural: 'apps', kind: 'App' })
  sandbox.put({
    apiVersion: 'example.com/v1',
    kind: 'App',
    metadata: { name: 'one', namespace: 'live', ...deleted(sandbox, HOUR, 'example.com/hold') },
  })
  const map = (place: string, name: string) =>
    sandbox.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: place } })
  map('live', 'first')
  map('space', 'known')
  sandbox.onRequest = ({ method, path, query }) => {
    if (late && method === 'DELETE' && path.endsWith('/first') && query?.dryRun === undefined) map('space', 'new')
    return undefined
  }
  const words = ['replay', 'apps/one', '-n', 'live', '-f', file, '--yes', '--no-finalizer', '-o', 'json']
  const { code, stdout, stderr } = await runIn({ sandbox, clock }, words)
  return { code, told: stdout + stderr, left: sandbox.get('v1', 'Namespace', 'space')?.metadata }
}

test('is not deleted unseen: the group of the namespace is not begun', async () => {
  const { code, told, left } = await replayed(true)
  assert.equal([code, left?.deletionTimestamp], [3, undefined], told)
  assert.match(told, 'more would now be deleted with it than was shown: configmaps/new')
})

test('is nothing: all groups are deleted', async () => {
  const { told, left } = await replayed(false)
  assert.is(left, undefined, told)
})

test.run()
