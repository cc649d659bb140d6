import { readdirSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { temporaryFolder } from '../../cluster/temporary-folder.ts'
import { api, namespace, run, target } from '../rig/rig.ts'
import { runProgram } from '../rig/run.ts'
import { stuckConfigMap } from './removed.ts'

const test = suite('remove on a disk that gets full')

/** What a file may have, in KiB: backups are smaller, and a journal with the first changes in it is not much smaller. */
const LIMIT = 12
const OBJECTS = 20
const FINALIZER = 'example.com/hold'

interface Step {
  readonly ref: { readonly name: string }
  readonly result: string
  readonly message: string
}

test('tells of each object what became of it and why, and of the journal what it has', async () => {
  using folder = temporaryFolder()
  const place = await namespace()
  const names = Array.from({ length: OBJECTS }, (_, index) => `cm-${index}`)
  for (const name of names) await stuckConfigMap(place, name, [FINALIZER])
  const words = ['remove', '--finalizer', FINALIZER, '-n', place, '--override', 'ControllerUnknown', '--yes']
  const limited = ['-c', `ulimit -f ${LIMIT}; exec "$0" "$@"`, target().program, ...words]
  const ran = await runProgram('bash', [...limited, '--backup-dir', folder.path, '-o', 'json'])
  const { complete, steps } = JSON.parse(ran.stdout) as { complete: boolean; steps: readonly Step[] }
  assert.equal([ran.code, complete, steps.length], [1, false, OBJECTS], ran.stderr)
  const [done, failed] = ['done', 'failed'].map(result => steps.filter(step => step.result === result)) as [
    Step[],
    Step[],
  ]
  assert.equal([done.length > 0, failed.length > 0, done.length + failed.length], [true, true, OBJECTS])
  for (const { message } of failed) assert.match(message, /^the journal .* so it is not changed: E/)
  const left = (name: string) => api.get({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: place } })
  for (const { ref } of done) assert.is(await left(ref.name), undefined)
  for (const { ref } of failed) assert.equal((await left(ref.name))?.metadata.finalizers, [FINALIZER])
  const [warning = ''] = ran.stderr.split('\n').filter(line => line.startsWith('warning: the journal'))
  assert.match(warning, 'incomplete: it has every change that was sent, but not the result of all of them')

  const [journal = ''] = readdirSync(folder.path).filter(name => name.endsWith('_journal.jsonl'))
  const log = await run(['log', journal.split('_')[0]!, '--backup-dir', folder.path, '-o', 'json'])
  const { changes } = JSON.parse(log.stdout) as { changes: readonly Step[] }
  const logged = new Set(changes.map(({ ref }) => ref.name))
  assert.ok(done.every(({ ref }) => logged.has(ref.name)))
})

test.run()
