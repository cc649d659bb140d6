import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { api, namespace } from '../rig/rig.ts'
import { folder, shell } from './run-script.ts'
import { asHolmesRuns, gitlab, holmesgpt, jenkins } from './snippets.ts'

const test = suite('snippets for pipelines, and the toolset for HolmesGPT')

for (const [name, { script, after }] of Object.entries({ gitlab: gitlab(), jenkins: jenkins() })) {
  test(`${name}: a namespace that does not go fails the job with the reason, and leaves a page`, async () => {
    const place = await namespace()
    const env = { REVIEW_NAMESPACE: place }
    const [preflight, remove, wait] = script.map(line => line.replace('5m', '1s'))
    assert.is(script.length, 3)
    assert.is((await shell(preflight!, env)).code, 0)
    const { stdout } = await shell(remove!, env)
    assert.is(stdout, `kubectl delete namespace ${place} --wait=false --ignore-not-found\n`)
    const held = await api.create({
      ...{ apiVersion: 'v1', kind: 'ConfigMap' },
      metadata: { name: 'held', namespace: place, finalizers: ['e2e.example.com/hold'] },
    })
    await api.delete({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: place } })
    const waited = await shell(wait!, env)
    assert.is(waited.code, 3, waited.stderr)
    assert.match(waited.stderr, /timed out after 1 s/)
    assert.match(waited.stdout, new RegExp(`namespace/${place}`))
    const artifacts = folder()
    assert.is((await shell(after, env, artifacts)).code, 0)
    assert.ok(existsSync(join(artifacts, 'why.html')))
    await api.patch(held, { metadata: { finalizers: null } })
  })
}

test('HolmesGPT: each command answers, whatever is put in place of its parameters', async () => {
  const place = await namespace()
  const { tools, prerequisites } = holmesgpt()
  const values = { namespace: place, object: `namespace/${place}`, finalizer: 'kubernetes.io/pvc-protection' }
  for (const { name, command } of [{ name: 'prerequisite', ...prerequisites[0] }, ...tools]) {
    assert.match(command, /^kubectl finalize (version|explain|preflight|catalog)\b/)
    const { stdout, stderr } = await shell(asHolmesRuns(command, values), {})
    assert.ok(stdout !== '' || /No terminating/.test(stderr), `${name}: ${stderr}`)
    const evil = "--override=x'; touch hit; '"
    const folderOfIt = folder()
    await shell(asHolmesRuns(command, { namespace: evil, object: evil, finalizer: evil }), {}, folderOfIt)
    assert.not(existsSync(join(folderOfIt, 'hit')), name)
  }
})

test.run()
