import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { ago, HOUR, MINUTE } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { serveSandbox } from '../../src/sandbox/serve.ts'
import { temporaryFolder } from '../cluster/temporary-folder.ts'
import { headless } from '../headless.ts'
import { manualClock } from '../sandbox/manual-clock.ts'

const test = suite('secrets in a log')

const GROUP = 'objectstore.example.com'
const SECRET = 'canary7Q2x'
const TOLD = 'BucketNotEmpty'

/** A controller that says in its log alone why Bucket shop/logs is not deleted, and a secret with it. */
async function setup() {
  const sandbox = createSandbox({ clock: manualClock('2026-01-15T12:00:00Z') })
  definition(sandbox, { group: GROUP, plural: 'buckets', kind: 'Bucket' })
  namespace(sandbox, 'shop')
  operator(sandbox, { name: 'objectstore', group: GROUP, plural: 'buckets' })
  customResource(sandbox, {
    ...{ apiVersion: `${GROUP}/v1`, kind: 'Bucket', namespace: 'shop', name: 'logs', manager: 'objectstore' },
    ...{ finalizers: [`${GROUP}/bucket`], deleted: HOUR },
  })
  const error = `${TOLD}: 3 objects left, password=${SECRET}, https://admin:${SECRET}@s3.example.com`
  const of = '"controllerKind":"Bucket","Bucket":{"name":"logs","namespace":"shop"}'
  const lines = [
    `${ago(sandbox, HOUR + MINUTE)} {"level":"info","msg":"Starting","token":"${SECRET}"}`,
    `${ago(sandbox, MINUTE)} {"level":"error","msg":"Reconciler error",${of},"error":"${error}"}`,
  ]
  for (const { metadata } of sandbox.server.store.list('pods'))
    sandbox.logs.set(`${metadata.namespace}/${metadata.name}/app`, { lines })
  const served = await serveSandbox(sandbox)
  const folder = temporaryFolder()
  const run = (...args: readonly string[]) =>
    headless([...args, '--server', served.url], { env: { HOME: folder.path }, stateDirectory: folder.path })
  return {
    folder: folder.path,
    run,
    async [Symbol.asyncDispose]() {
      await served.close()
      folder[Symbol.dispose]()
    },
  }
}

test('are in no form of an explanation that quotes it, nor in what -v shows', async () => {
  await using made = await setup()
  for (const flags of [[], ['-o', 'json'], ['-o', 'html'], ['-o', 'svg'], ['-v', '10']]) {
    const { stdout, stderr } = await made.run('explain', ...flags)
    assert.not.match(stdout + stderr, SECRET, flags.join(' '))
  }
  assert.match((await made.run('explain')).stdout, TOLD)
  assert.not.match((await made.run('explain', '--logs=false')).stdout, TOLD)
})

test('are in no recording, which has the lines only with --logs', async () => {
  await using made = await setup()
  const file = join(made.folder, 'recording.gz')
  const recorded = async (...flags: readonly string[]) => {
    const { code, stdout, stderr } = await made.run('record', '-o', file, ...flags)
    assert.is(code, 0, stderr)
    assert.not.match(stdout + stderr, SECRET)
    return gunzipSync(readFileSync(file)).toString()
  }
  const without = await recorded()
  assert.not.match(without, SECRET)
  assert.not.match(without, TOLD)
  const withLines = await recorded('--logs')
  assert.not.match(withLines, SECRET)
  assert.match(withLines, TOLD)
  assert.match((await headless(['explain', '--from', file])).stdout, TOLD)
})

test('are in no journal and no backup of a removal', async () => {
  await using made = await setup()
  const words = ['remove', `buckets.${GROUP}/logs`, '-n', 'shop', '--finalizer', `${GROUP}/bucket`]
  const { stdout, stderr } = await made.run(...words, '--yes', '--override', 'ControllerAlive')
  assert.not.match(stdout + stderr, SECRET)
  const files = readdirSync(made.folder, { recursive: true, withFileTypes: true }).filter(each => each.isFile())
  assert.ok(files.length > 1, stderr)
  for (const { parentPath, name } of files) assert.not.match(readFileSync(join(parentPath, name), 'utf8'), SECRET, name)
})

test.run()
