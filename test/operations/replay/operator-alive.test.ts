import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ApiFailure } from '../../../src/api/failure.ts'
import type { ApiResponse } from '../../../src/cluster/transport/transport.ts'
import type { DirectCause } from '../../../src/diagnosis/direct-causes.ts'
import { operatorAlive } from '../../../src/operations/replay/operator-alive.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import { garbled, plainText, statusResponse } from '../../sandbox/fault-answers.ts'

const test = suite('the operator whose work is replayed')
const NOW = new Date('2026-01-15T12:00:00Z')

function lease(ageSeconds: number, rest: object = {}) {
  const renewTime = new Date(NOW.getTime() - ageSeconds * 1000).toISOString()
  return { holderIdentity: 'runtime-0', leaseDurationSeconds: 15, renewTime, ...rest }
}

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

// Each fact that the guard needs: what its Lease says, and how it can be kept from being read.
const answers: Readonly<Record<string, [() => ApiResponse, string | undefined]>> = {
  'a fresh Lease': [() => leasesOf(lease(5)), 'ControllerAlive'],
  'a Lease whose time cannot be read': [() => leasesOf(lease(5, { renewTime: 'soon' })), 'ControllerAlive'],
  'a Lease without holder': [() => leasesOf(lease(5, { holderIdentity: '' })), undefined],
  'a stale Lease': [() => leasesOf(lease(3600)), undefined],
  'no Lease': [() => leasesOf(), undefined],
  'Leases that may not be read': [() => statusResponse(403, { reason: 'Forbidden', message: 'no' }), 'IncompleteRead'],
  'an error of the server': [() => statusResponse(500, { reason: 'InternalError', message: 'oops' }), 'IncompleteRead'],
  'a server that is too busy': [() => plainText(429, 'Too many requests'), 'IncompleteRead'],
  'a route that is lost': [() => plainText(404, '404 page not found'), 'IncompleteRead'],
  'a broken connection': [() => fail('cut'), 'IncompleteRead'],
  'a time-out': [() => fail('unreachable'), 'IncompleteRead'],
  'null items of nothing': [() => plainText(200, '{"items":null}'), 'IncompleteRead'],
  'no list': [() => plainText(200, '{}'), 'IncompleteRead'],
  HTML: [() => garbled(), 'IncompleteRead'],
}

for (const [what, [answer, guard]] of Object.entries(answers)) {
  test(`is ${guard ?? 'gone'}, told by ${what}`, async () => {
    const sandbox = createSandbox()
    sandbox.onRequest = answer
    const { signal } = new AbortController()
    const refusal = await operatorAlive({ system: 'orkestra' }, [], sandbox.transport(), NOW, signal)
    assert.is(refusal?.guard, guard)
  })
}

function leasesOf(...specs: readonly object[]): ApiResponse {
  const items = specs.map(spec => ({ metadata: { name: 'orkestra-konductor', namespace: 'o', uid: 'l' }, spec }))
  const list = { kind: 'LeaseList', apiVersion: 'coordination.k8s.io/v1', metadata: { resourceVersion: '7' }, items }
  return { ...plainText(200, JSON.stringify(list)), headers: { 'content-type': 'application/json' } }
}

function fail(kind: 'cut' | 'unreachable'): never {
  throw new ApiFailure({ kind, message: 'no answer' })
}

test.run()
