import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Outcome, Step } from '../../src/change/outcome.ts'
import { formatOutcome, outcomeObject } from '../../src/render/outcome.ts'

const test = suite('outcome')

const ref = {
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  resource: 'widgets.example.com',
  namespace: 'shop',
  name: 'x',
  uid: 'u',
}
const space = { apiVersion: 'v1', kind: 'Namespace', resource: 'namespaces', name: 'shop', uid: 'n' }

function outcome(steps: readonly Step[], dryRun: Outcome['dryRun'] = 'none'): Outcome {
  return { command: 'remove', dryRun, complete: true, steps }
}

test('is one line a step: what, where, what came of it, and why', () => {
  const step = { ref, action: 'RemoveFinalizer', finalizer: 'f' } as const
  const text = formatOutcome(
    outcome([
      { ...step, result: 'done', message: 'it is gone', backup: '/b' },
      { ...step, result: 'timeout', message: 'held by g' },
      { ...step, result: 'refused', guard: 'ControllerAlive', message: 'it works' },
      { ...step, result: 'changed', guard: 'Changed', message: 'its status changed' },
      { ...step, result: 'failed', message: 'forbidden' },
      { ...step, result: 'gone', message: 'it is not on the object' },
      { ...step, result: 'skipped', message: 'interrupted' },
      { ref, action: 'Delete', finalizer: 'foregroundDeletion', result: 'done', message: 'it is gone' },
      { ref, action: 'Create', result: 'done' },
      { ref: space, action: 'FinalizeNamespace', result: 'done', message: 'it is gone' },
    ]),
  )
  assert.is(
    text,
    `widget.example.com/x in namespace shop finalizer f removed: it is gone
widget.example.com/x in namespace shop finalizer f removed, but the object is still there: held by g
widget.example.com/x in namespace shop finalizer f refused by ControllerAlive: it works
widget.example.com/x in namespace shop finalizer f not changed: its status changed
widget.example.com/x in namespace shop finalizer f failed: forbidden
widget.example.com/x in namespace shop finalizer f nothing to do: it is not on the object
widget.example.com/x in namespace shop finalizer f skipped: interrupted
widget.example.com/x in namespace shop finalizer foregroundDeletion removed: it is gone
widget.example.com/x in namespace shop created
namespace/shop finalized by force: it is gone
`,
  )
})

test('what is said of an object whole names no finalizer', () => {
  const step = { ref, action: 'RemoveFinalizer' } as const
  const refused = { ...step, result: 'refused', guard: 'NotTerminating', message: 'it is not being deleted' } as const
  assert.is(
    formatOutcome(outcome([refused, { ...step, result: 'gone', message: 'it went' }])),
    `widget.example.com/x in namespace shop refused by NotTerminating: it is not being deleted
widget.example.com/x in namespace shop nothing to do: it went
`,
  )
})

test('of one object that is to be created and deleted, each line tells which of the two was not done', () => {
  const text = formatOutcome(
    outcome([
      { ref: space, action: 'Create', result: 'refused', guard: 'RepairFirst', message: 'no' },
      { ref: space, action: 'Delete', result: 'skipped', message: 'not begun' },
    ]),
  )
  assert.is(text, 'namespace/shop creation refused by RepairFirst: no\nnamespace/shop deletion skipped: not begun\n')
})

test('a dry run says so, and what would be', () => {
  const step = { ref, action: 'RemoveFinalizer', finalizer: 'f', result: 'planned' } as const
  assert.match(formatOutcome(outcome([step], 'client')), 'f would be removed (dry run)')
  assert.match(formatOutcome(outcome([step], 'server')), 'f would be removed (server dry run)')
})

test('what comes from the cluster cannot steer the terminal', () => {
  const step = {
    ref: { ...ref, name: 'x\u001b[2J' },
    action: 'Create',
    result: 'failed',
    message: '\u001b]0;x\u0007',
  } as const
  assert.not.match(formatOutcome(outcome([step])), '\u001b')
})

test('is the contract’s Outcome as an object', () => {
  const step = { ref, action: 'RemoveFinalizer', finalizer: 'f', result: 'done', backup: '/b' } as const
  assert.equal(outcomeObject(outcome([step])), {
    apiVersion: 'kubectl-finalize/v1',
    kind: 'Outcome',
    command: 'remove',
    dryRun: 'none',
    complete: true,
    steps: [step],
  })
})

test.run()
