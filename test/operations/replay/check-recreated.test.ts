import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { checkRecreated } from '../../../src/operations/replay/run-replay.ts'
import type { GuardName } from '../../../src/plan/guard.ts'
import type { LiveObject } from '../../../src/plan/ordered/live-groups.ts'

const test = suite('the last look, when all groups are gone')
const SUBJECT = { apiVersion: 'acme.test/v1', kind: 'Cache', resource: 'caches.acme.test', name: 'c1', uid: 'c1' }
const NONE = { overrides: new Set<GuardName>() }

test('finds nothing, or what somebody made, which is not touched', async () => {
  assert.equal(await checkRecreated({ findAgain: async () => [] }, SUBJECT, NONE), [])
  const late = { ref: { ...SUBJECT, name: 'late' } } as LiveObject
  const [step] = await checkRecreated({ findAgain: async () => [late] }, SUBJECT, NONE)
  assert.equal([step?.ref.name, step?.result, step?.guard], ['late', 'changed', 'Changed'])
})

test('that cannot be taken is no proof that there is nothing, unless that is overridden', async () => {
  const findAgain = () => Promise.reject(new Error('no answer'))
  const [step] = await checkRecreated({ findAgain }, SUBJECT, NONE)
  assert.equal([step?.ref.name, step?.result, step?.guard], ['c1', 'refused', 'IncompleteRead'])
  assert.equal(await checkRecreated({ findAgain }, SUBJECT, { overrides: new Set(['IncompleteRead'] as const) }), [])
})

test.run()
