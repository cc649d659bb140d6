import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { eventNote } from '../../src/api/cut-text.ts'
import type { GroupProgress } from '../../src/execute/ordered/ordered-tools.ts'
import { orderStopped } from '../../src/operations/replay/record-end.ts'
import type { LiveObject } from '../../src/plan/ordered/live-groups.ts'
import type { Step } from '../../src/plan/outcome.ts'
import { stayingLines, waitingLines } from '../../src/render/group-progress.ts'
import { afterwardsTexts } from '../../src/render/replay-plan.ts'
import { inWords } from '../../src/render/words/in-words.ts'

const test = suite('what replay says')

function step(name: string, result: Step['result'], message: string): Step {
  const ref = { apiVersion: 'v1', kind: 'Service', resource: 'services', name, uid: name }
  return { ref, action: 'Delete', result, message }
}

test('in an Event: the group, what is left, and why', () => {
  const steps = [step('a', 'done', 'it is gone'), step('b', 'timeout', 'held by x'), step('c', 'skipped', 'later')]
  const said = inWords(orderStopped(2, 'timeout', steps))
  assert.is(said, 'ordered deletion stopped in group 2 (timeout): services/b: held by x')
})

test('in an Event: no more bytes than the server takes, and no half of a character', () => {
  const note = eventNote('’'.repeat(2000))
  assert.ok(Buffer.byteLength(note) <= 1024)
  assert.ok(Buffer.byteLength(note) > 1000)
  assert.not.match(note, '\uFFFD')
})

function progress(rest: Partial<GroupProgress>): GroupProgress {
  const object = { ref: step('b', 'done', '').ref } as LiveObject
  const deadline = 60
  const why = new Map<string, string>()
  return { group: 2, groups: 3, gone: 1, objects: 2, went: [], left: [object], why, deadline, news: 'nothing', ...rest }
}

test('while it waits: each object once, when it goes or is explained', () => {
  const [b] = progress({}).left
  assert.equal(stayingLines(progress({})), [])
  assert.equal(stayingLines(progress({ news: 'asked' })), ['group 2 of 3: waiting for 1 object'])
  assert.equal(stayingLines(progress({ news: 'went', went: [b!], left: [] })), ['group 2 of 3: service/b is gone'])
  const large = progress({ news: 'went', went: [b!], objects: 2000, gone: 40 })
  assert.equal(stayingLines(large, 'wave'), ['wave 2 of 3: 40 of 2000 gone'])
  const why = new Map([['b', 'held by x']])
  assert.equal(stayingLines(progress({ news: 'explained', why })), ['group 2 of 3: waiting for service/b: held by x'])
})

test('on a terminal: how many are gone, and how long still', () => {
  const now = 18
  assert.equal(waitingLines(progress({}), now), ['group 2 of 3: 1 of 2 gone, 42 s left', '  waiting for service/b'])
  const endless = progress({ deadline: Number.POSITIVE_INFINITY })
  assert.is(waitingLines(endless, now)[0], 'group 2 of 3: 1 of 2 gone')
  const many = progress({ left: Array.from({ length: 13 }, () => progress({}).left[0]!) })
  assert.is(waitingLines(many, now).at(-1), '  and 3 more objects')
})

test('of the resource’s own finalizers: what is offered, what a guard would refuse, and what stays', () => {
  const refused = {
    ...step('x', 'refused', 'its operator is scaled to zero'),
    finalizer: 'a',
    guard: 'RepairFirst',
  } as const
  const texts = afterwardsTexts({ finalizers: ['a', 'b'], refused: [refused], others: ['c'] })
  assert.is(texts.length, 3)
  assert.match(texts[0]!, 'finalizers a, b')
  assert.match(texts[1]!, 'RepairFirst refuses a: its operator is scaled to zero')
  assert.match(texts[2]!, 'held by c')
  assert.match(afterwardsTexts(undefined)[0]!, '--no-finalizer')
})

test.run()
