import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { leaseObject, RELEASED, turnOf } from '../../../src/operations/watch/lease.ts'

const test = suite('the Lease of a watch')

const NOW = new Date('2026-01-01T00:00:00Z')
const place = { namespace: 'ops', name: 'watch' }
const heldBy = (holderIdentity: string, spec: object = {}) =>
  leaseObject(place, { holderIdentity, leaseDurationSeconds: 15, leaseTransitions: 3, ...spec })
const seenAt = (since: number) => ({ version: '1', since })
const [ME, OTHER] = ['kubectl-finalize_a', 'kubectl-finalize_b']
const transitions = (turn: ReturnType<typeof turnOf>) => (typeof turn === 'string' ? turn : turn.spec.leaseTransitions)

test('is taken where there is none, and where it was given back', () => {
  assert.is(transitions(turnOf(undefined, seenAt(0), ME, 0, NOW)), 0)
  assert.is(transitions(turnOf(leaseObject(place, RELEASED), seenAt(0), ME, 0, NOW)), 1)
})

test('is renewed by its holder without another transition', () => {
  const turn = turnOf(heldBy(ME), seenAt(0), ME, 100, NOW)
  assert.equal(turn, {
    spec: { holderIdentity: ME, leaseDurationSeconds: 15, renewTime: '2026-01-01T00:00:00.000000Z' },
  })
})

test('is taken from another holder only when it was not seen to change for its duration', () => {
  const old = heldBy(OTHER, { renewTime: '2020-01-01T00:00:00.000000Z' })
  assert.is(turnOf(old, seenAt(100), ME, 114.9, NOW), 'wait')
  assert.is(transitions(turnOf(old, seenAt(100), ME, 115, NOW)), 4)
})

test('of another program is never taken', () => {
  assert.is(turnOf(heldBy('kube-controller-manager_x'), seenAt(0), ME, 1e6, NOW), 'foreign')
})

test.run()
