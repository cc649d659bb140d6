import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Cause } from '../../src/diagnosis/explanation.ts'
import { message } from '../../src/messages/sentence.ts'
import { watchObject } from '../../src/render/watch-lines.ts'

const test = suite('one change of a watch as an object')

const cause: Cause = {
  id: 'a',
  code: 'Paused',
  verdict: 'stuck',
  subject: { kind: 'Lake', name: 'blue' },
  summary: message('CheckRejectedObject'),
  evidence: [{ fact: message('SeeQuota'), source: message('OrderOfDeletion') }],
  blocks: [],
  remedies: [],
}

test('has a cause as an explanation has it, in words', () => {
  const { cause: found } = watchObject('12:00', { event: 'CauseFound', cause }) as { cause: Record<string, unknown> }
  assert.type(found.summary, 'string')
  assert.equal(found.evidence, [
    { fact: 'see what is used; raise the quota, or delete what uses it', source: 'order of deletion' },
  ])
})

test('says of what was not read in words why', () => {
  const unreadable = { resource: 'secrets', reason: 'Skipped', message: message('TypeSkipped') }
  const told = watchObject('12:00', { event: 'Unreadable', unreadable }) as { unreadable: object }
  assert.equal(told.unreadable, { ...unreadable, message: 'it is left out on purpose (--skip-types)' })
})

test.run()
