import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isFresh, operatorAlive } from '../../../src/commands/replay/operator-alive.ts'
import type { DirectCause } from '../../../src/diagnosis/direct-causes.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'

const test = suite('the operator whose work is replayed')
const NOW = new Date('2026-01-15T12:00:00Z')

function lease(ageSeconds: number, rest: object = {}) {
  const renewTime = new Date(NOW.getTime() - ageSeconds * 1000).toISOString()
  return { holderIdentity: 'runtime-0', leaseDurationSeconds: 15, renewTime, ...rest }
}

test('runs while its Lease is held and renewed', () => {
  assert.ok(isFresh(lease(5), NOW))
  assert.ok(isFresh(lease(29), NOW))
  assert.not(isFresh(lease(31), NOW))
  assert.not(isFresh(lease(5, { holderIdentity: '' }), NOW))
  assert.not(isFresh({ holderIdentity: 'x' }, NOW))
  assert.not(isFresh(undefined, NOW))
})

test('is left to its work where it works on a finalizer of its own; another’s does not count', async () => {
  const transport = createSandbox().transport()
  const signal = new AbortController().signal
  const causes = [{ cause: { code: 'CleanupInProgress', summary: 'It works.' }, finalizer: 'other/f' }]
  const ask = (finalizers: readonly string[] | undefined) => {
    const groups = { system: 'native', ...(finalizers && { finalizers }) } as const
    return operatorAlive(groups, causes as unknown as DirectCause[], transport, NOW, signal)
  }
  assert.is((await ask(undefined))?.guard, 'ControllerAlive')
  assert.is((await ask(['other/f']))?.guard, 'ControllerAlive')
  assert.is(await ask(['own/f']), undefined)
})

test('is not proven to run by a Lease that cannot be read', async () => {
  const sandbox = createSandbox()
  sandbox.onRequest = () => {
    throw new Error('no answer')
  }
  const signal = new AbortController().signal
  assert.is(await operatorAlive({ system: 'orkestra' }, [], sandbox.transport(), NOW, signal), undefined)
})

test.run()
