import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { KubeObject } from '../../../src/api/object.ts'
import { NO_ROWS } from '../../../src/diagnosis/catalogue/rows.ts'
import { planRemoval } from '../../../src/operations/write/plan-removal.ts'
import type { Step } from '../../../src/plan/outcome.ts'
import type { Removal } from '../../../src/plan/removal.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import { because, HERE, HOLD, removal, terminating } from '../../execute/removals.ts'
import { statusResponse } from '../../sandbox/fault-answers.ts'

const test = suite('plan a removal')

function setup(finalizers: readonly string[] = [HOLD]) {
  const sandbox = createSandbox()
  sandbox.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } })
  const { resourceVersion: _, ...metadata } = terminating({ finalizers }).metadata
  const object = sandbox.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata })
  const plan = (
    shown: KubeObject,
    causes = [because('ControllerMissing', HOLD)],
    signal = new AbortController().signal,
    asRead?: KubeObject,
  ) => {
    const { ref, type, explained } = removal(shown, [])
    const request = {
      held: { ref, type },
      explained,
      causes,
      named: [],
      catalogue: { find: () => undefined, rows: NO_ROWS },
      reach: HERE,
      asRead,
    }
    const permission = { overrides: new Set<never>(), typedConsent: false }
    return planRemoval(request as never, { transport: sandbox.transport(), permission, signal })
  }
  return { sandbox, object, plan }
}

const isRemoval = (planned: object): planned is Removal => 'judged' in planned

test('tries the exact patch, for just what the guards let go', async () => {
  const { sandbox, object, plan } = setup([HOLD, 'example.com/alive'])
  const tried: string[] = []
  sandbox.onRequest = ({ method, query, body }) => {
    if (method === 'PATCH') tried.push(`${query?.dryRun} ${String(body).match(/"op":"remove"/g)?.length}`)
    return undefined
  }
  const causes = [because('ControllerUnknown', HOLD), because('CleanupInProgress', 'example.com/alive')]
  assert.ok(isRemoval(await plan(object, causes)))
  assert.equal(tried, ['All 2'])
  const planned = await plan(object, [because('ControllerMissing', HOLD), causes[1]!])
  assert.ok(isRemoval(planned))
  assert.equal([planned.judged.map(({ finalizer }) => finalizer), planned.stay], [[HOLD], ['example.com/alive']])
  assert.equal(tried, ['All 2', 'All 1'])
  assert.equal(sandbox.get('v1', 'ConfigMap', 'settings', 'shop'), object)
})

test('an object that went, or is another one by now, is gone', async () => {
  const { sandbox, object, plan } = setup()
  const other = { ...object, metadata: { ...object.metadata, uid: 'uid-2' } }
  const before = await plan(other)
  sandbox.server.store.remove('configmaps', object)
  const after = await plan(object)
  assert.equal(
    [before, after].map(each => !isRemoval(each) && each.result),
    ['gone', 'gone'],
  )
})

test('an object that was read with others is not read again, unless it changed or went since', async () => {
  const { sandbox, object, plan } = setup()
  const asked: string[] = []
  sandbox.onRequest = ({ method }) => {
    asked.push(method)
    return undefined
  }
  const planOf = (asRead: KubeObject) => plan(object, undefined, undefined, asRead)
  assert.equal(((await planOf(object)) as Removal).object, object)
  assert.equal(asked.splice(0), ['PATCH'])
  const written = sandbox.put({ ...object, metadata: { ...object.metadata, labels: { written: 'since' } } })
  assert.equal(((await planOf(object)) as Removal).object, written)
  assert.equal(asked.splice(0), ['PATCH', 'GET', 'PATCH'])
  sandbox.server.store.remove('configmaps', written)
  assert.is(((await planOf(object)) as Step).result, 'gone')
})

test('a dry run that somebody wrote the object before is made again of its next state, within bounds', async () => {
  const { sandbox, object, plan } = setup()
  let [writes, asked] = [1, 0]
  sandbox.onRequest = ({ method }) => {
    if (method !== 'PATCH') return undefined
    asked++
    const labels = { written: String(writes) }
    if (writes-- > 0) sandbox.put({ ...object, metadata: { ...object.metadata, labels } })
    return undefined
  }
  const planned = (await plan(object)) as Removal
  assert.equal([asked, planned.judged.flatMap(({ refusals }) => refusals)], [2, []])
  assert.equal(planned.object.metadata.labels, { written: '1' })
  ;[writes, asked] = [Number.POSITIVE_INFINITY, 0]
  const restless = (await plan(object)) as Step
  assert.equal([asked, restless.result, restless.guard], [5, 'changed', 'Changed'])
})

test('what denies a restless object, and a conflict of one that nobody writes, is a rejection', async () => {
  const { sandbox, object, plan } = setup()
  let writes = 0
  const denial = { reason: 'Forbidden', message: 'admission webhook "w" denied the request: no' }
  const answers: [code: number, status: object, restless: boolean][] = [
    [403, denial, true],
    [409, { reason: 'Conflict', message: 'not now' }, false],
  ]
  for (const [code, status, restless] of answers) {
    sandbox.onRequest = ({ method }) => {
      if (method !== 'PATCH') return undefined
      const labels = { written: String(writes++) }
      if (restless) sandbox.put({ ...object, metadata: { ...object.metadata, labels } })
      return statusResponse(code, status)
    }
    const planned = (await plan(object)) as Removal
    assert.is(planned.judged[0]!.refusals[0]!.guard, 'WouldBeRejected')
  }
})

test('an interrupt changes nothing, and is no failure; a server that cannot be asked is one', async () => {
  const { sandbox, object, plan } = setup()
  const interrupted = await plan(object, [], AbortSignal.abort())
  sandbox.onRequest = () => statusResponse(500, { message: 'etcd is down' })
  const failed = await plan(object)
  assert.equal(
    [interrupted, failed].map(each => !isRemoval(each) && each.result),
    ['skipped', 'failed'],
  )
})

test.run()
