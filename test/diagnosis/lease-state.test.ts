import type { V1Lease } from '@kubernetes/client-node'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { leaseState } from '../../src/diagnosis/lease-state.ts'

const test = suite('what a Lease tells of its holder')
const NOW = new Date('2026-01-15T12:00:00Z')

function stateOf(ageSeconds: number, rest: object = {}): string {
  const renewTime = new Date(NOW.getTime() - ageSeconds * 1000).toISOString()
  const spec = { holderIdentity: 'runtime-0', leaseDurationSeconds: 15, renewTime, ...rest }
  return leaseState(spec as unknown as V1Lease['spec'], NOW).state
}

test('that it was renewed within twice its duration, as far as clocks agree', () => {
  assert.equal([stateOf(5), stateOf(89), stateOf(91)], ['renewed', 'renewed', 'lapsed'])
  assert.equal([stateOf(179, { leaseDurationSeconds: 60 }), stateOf(-30)], ['renewed', 'renewed'])
  assert.is(stateOf(89, { leaseDurationSeconds: undefined }), 'renewed')
})

test('that it has none, or nothing', () => {
  assert.equal([stateOf(5, { holderIdentity: '' }), stateOf(5, { renewTime: undefined })], ['lapsed', 'lapsed'])
  assert.is(stateOf(5, { renewTime: 'soon' }), 'untold')
  assert.is(leaseState(undefined, NOW).state, 'lapsed')
})

test.run()
