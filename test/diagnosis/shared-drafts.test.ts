import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { sharedDrafts } from '../../src/diagnosis/explore.ts'
import type { Blocker, CauseDraft } from '../../src/diagnosis/stuck-object.ts'

const test = suite('shared drafts')

const OLD = { fact: 'it is old', source: 'age' }

function holding(subject: string, more: Partial<CauseDraft> = {}): Blocker & { readonly cause: CauseDraft } {
  const cause: CauseDraft = {
    key: 'ControllerMissing',
    code: 'ControllerMissing',
    subject: { kind: 'Deployment', name: subject },
    summary: `${subject} is missing`,
    evidence: [{ ...OLD }],
    remedies: () => [],
    ...more,
  }
  return { verdict: 'stuck', cause }
}

test('of objects that show the same all have the value of the first, and nothing of their own', () => {
  const share = sharedDrafts()
  const first = holding('first')
  assert.is(share([first])[0], first)
  assert.is(share([holding('second')])[0], first)
})

test('another says by itself what differs, and all else as the first does', () => {
  const share = sharedDrafts()
  const first = holding('first', { finalizer: 'a', incomplete: true })
  share([first])
  const said = { fact: 'it said no', source: 'status' }
  const [other] = share([holding('second', { finalizer: 'b', evidence: [{ ...OLD }, said] })])
  assert.equal(other!.cause, {
    ...first.cause,
    finalizer: 'b',
    incomplete: undefined,
    undecided: undefined,
    evidence: [OLD, said],
  })
  const [third] = share([holding('third', { evidence: [{ ...said }] })])
  assert.is(third!.cause!.evidence[0], said)
})

test('the verdict, and what an object waits for, are its own', () => {
  const share = sharedDrafts()
  const first = holding('first')
  share([first])
  const progressing = share([{ ...holding('second'), verdict: 'progressing' }])[0]!
  assert.equal([progressing.verdict, progressing.cause === first.cause], ['progressing', true])
  const waiting = share([{ ...holding('third'), waitingFor: [] }])[0]!
  assert.equal([waiting.waitingFor, waiting.cause === first.cause], [[], true])
})

test('causes with different keys, and what has no cause, share nothing', () => {
  const share = sharedDrafts()
  share([holding('first')])
  const other = holding('other', { key: 'ControllerMissing/another' })
  const none: Blocker = { verdict: 'unknown', missing: [OLD] }
  assert.equal(
    share([other, none]).map((each, at) => each === [other, none][at]),
    [true, true],
  )
})

test.run()
