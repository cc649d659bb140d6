import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { message } from '../../src/messages/sentence.ts'
import type { Outcome, Step } from '../../src/plan/outcome.ts'
import { formatOutcome, outcomeObject, totalText } from '../../src/render/outcome.ts'
import { inWords } from '../../src/render/words/in-words.ts'

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

test('a reason after another begins like a sentence, but keeps the name of an object as it is', () => {
  const reasons = ['one.', 'it waits', 'applications.argoproj.io/web goes with it'].map(why => ({ why }))
  const text = inWords(message('Refused', { reasons }))
  assert.is(text, 'one. It waits. applications.argoproj.io/web goes with it')
})

test('a wave that is refused as a whole is told once, with what to do', () => {
  const steps = Array.from({ length: 40 }, (_, index) => ({
    ref: { apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', name: `m${index}`, uid: `u${index}` },
    action: 'Delete' as const,
    result: 'refused' as const,
    guard: 'WouldGetStuck' as const,
    group: 1,
    message: 'nobody knows',
    advice: [{ what: 'look', commands: ['kubectl get configmaps m0'] }],
  }))
  assert.is(
    formatOutcome({ command: 'delete', dryRun: 'none', complete: false, steps }),
    'wave 1: 40 objects: deletion refused by WouldGetStuck: nobody knows (each in -o json)\n  look:\n    kubectl get configmaps m0\n',
  )
})

test('a deletion of which nothing more is known is not said to be unfinished', () => {
  const ref = { apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', name: 'a', uid: 'u' }
  const step = { ref, action: 'Delete', result: 'timeout', message: message('DeletionAccepted') } as const
  assert.is(
    formatOutcome({ command: 'remove', dryRun: 'none', complete: false, steps: [step] }),
    'configmap/a: is being deleted: deletion accepted; whether the object is gone is not known\n',
  )
})

test('is one line a step: what, where, what came of it, and why', () => {
  const step = { ref, action: 'RemoveFinalizer', finalizer: 'f' } as const
  const text = formatOutcome(
    outcome([
      { ...step, result: 'done', message: 'the object is gone', backup: '/b' },
      { ...step, result: 'timeout', message: 'held by g' },
      { ...step, result: 'timeout', message: 'it still exists after 5 s: held by g' },
      { ...step, result: 'refused', guard: 'ControllerAlive', message: 'it works' },
      { ...step, result: 'changed', guard: 'Changed', message: 'its status changed' },
      { ...step, result: 'failed', message: 'forbidden' },
      { ...step, result: 'gone', message: 'the object has no such finalizer' },
      { ...step, result: 'skipped', message: 'interrupted' },
      { ref, action: 'Delete', finalizer: 'foregroundDeletion', result: 'done', message: 'the object is gone' },
      { ref, action: 'Delete', result: 'timeout', message: 'held by g' },
      { ref, action: 'Create', result: 'done' },
      { ref: space, action: 'FinalizeNamespace', result: 'done', message: 'it is gone' },
      { ref: space, action: 'FinalizeNamespace', result: 'gone', message: 'deleted by the namespace controller' },
    ]),
  )
  assert.is(
    text,
    `widget.example.com/x in namespace shop: removed finalizer f; the object is gone
widget.example.com/x in namespace shop: removed finalizer f, and it still exists: held by g
widget.example.com/x in namespace shop: removed finalizer f: it still exists after 5 s: held by g
widget.example.com/x in namespace shop: removal of finalizer f refused by ControllerAlive: it works
widget.example.com/x in namespace shop: removal of finalizer f not done: its status changed
widget.example.com/x in namespace shop: removal of finalizer f failed: forbidden
widget.example.com/x in namespace shop: nothing to do for finalizer f: the object has no such finalizer
widget.example.com/x in namespace shop: removal of finalizer f skipped: interrupted
widget.example.com/x in namespace shop: removed finalizer foregroundDeletion; the object is gone
widget.example.com/x in namespace shop: is being deleted, and it still exists: held by g
widget.example.com/x in namespace shop: created
namespace/shop: finalized by force; it is gone
namespace/shop: deleted by the namespace controller
`,
  )
})

const set = (count: number, rest: Omit<Step, 'ref' | 'action' | 'finalizer'>): readonly Step[] =>
  Array.from({ length: count }, (_, index) => ({
    ref: { ...ref, name: `x${index}`, uid: `u${index}` },
    action: 'RemoveFinalizer',
    finalizer: 'f',
    ...rest,
  }))

test('a set that was not begun, or that ended as it should, is one line with its number', () => {
  const message = 'not confirmed: expected "2000"'
  const one = set(1, { result: 'refused', guard: 'ControllerAlive', message: 'it works' })
  assert.is(
    formatOutcome(outcome([...set(2000, { result: 'refused', message }), ...one])),
    `2,000 objects: removal of finalizer f refused: not confirmed: expected "2000" (each in -o json)
widget.example.com/x0 in namespace shop: removal of finalizer f refused by ControllerAlive: it works
`,
  )
  const failed = set(30, { result: 'failed', message: 'forbidden' })
  const text = formatOutcome(outcome([...set(2000, { result: 'done', message: 'the object is gone' }), ...failed]))
  assert.match(text, /^2,000 objects: removed finalizer f; the object is gone \(each in -o json\)\nwidget/)
  assert.is(text.split('\n').length, 32)
  assert.is(
    formatOutcome(outcome(set(40, { result: 'planned', message: 'the server accepts it' }), 'server')),
    '40 objects: finalizer f would be removed: the server accepts it (server dry run) (each in -o json)\n',
  )
  assert.is(formatOutcome(outcome(set(20, { result: 'done' }))).split('\n').length, 21)
  assert.is(formatOutcome(outcome(set(3, { result: 'skipped', message: 'interrupted' }))).split('\n').length, 4)
})

test('a set has a total, which names where the backups are; a few steps, a dry run and what was not begun have none', () => {
  const done = set(1998, { result: 'done', backup: '/home/ada/backups/a.yaml' })
  const failed = set(1, { result: 'failed' })
  const late = set(1, { result: 'timeout', backup: '/home/ada/backups/b.yaml' })
  assert.is(
    totalText(outcome([...done, ...failed, ...late])),
    '1,998 removed, 1 failed, 1 timed out; backups in /home/ada/backups',
  )
  assert.is(totalText(outcome(done.slice(0, 3))), undefined)
  assert.is(totalText(outcome(set(9, { result: 'planned' }), 'server')), undefined)
  assert.is(totalText(outcome(set(9, { result: 'refused' }))), undefined)
})

test('a message of a megabyte is cut, the command behind it is not, and lines break between words', () => {
  const message = `${'no '.repeat(300_000)}; look: kubectl get widgets.example.com x -n shop --context production`
  const text = formatOutcome(outcome(set(1, { result: 'failed', message })), 80)
  const lines = text.split('\n')
  assert.ok(text.length < 1500, `${text.length} characters`)
  assert.ok(lines.some(line => line.endsWith('kubectl get widgets.example.com x -n shop --context production')))
  assert.ok(lines.every(line => line.length <= 80))
})

test('what is said of an object whole names no finalizer', () => {
  const step = { ref, action: 'RemoveFinalizer' } as const
  const refused = { ...step, result: 'refused', guard: 'NotTerminating', message: 'it is not being deleted' } as const
  assert.is(
    formatOutcome(outcome([refused, { ...step, result: 'gone', message: 'it went' }])),
    `widget.example.com/x in namespace shop: refused by NotTerminating: it is not being deleted
widget.example.com/x in namespace shop: nothing to do: it went
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
  assert.is(text, 'namespace/shop: creation refused by RepairFirst: no\nnamespace/shop: deletion skipped: not begun\n')
})

test('a dry run says so, and what would be', () => {
  const step = { ref, action: 'RemoveFinalizer', finalizer: 'f', result: 'planned' } as const
  assert.match(formatOutcome(outcome([step], 'client')), 'finalizer f would be removed (dry run)')
  assert.match(formatOutcome(outcome([step], 'server')), 'finalizer f would be removed (server dry run)')
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
