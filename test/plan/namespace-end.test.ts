import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Cause } from '../../src/diagnosis/explanation.ts'
import type { GuardName } from '../../src/plan/guard.ts'
import type { EndSubject } from '../../src/plan/guards/end-subject.ts'
import { refusalsOfEnd } from '../../src/plan/guards/namespace-end.ts'
import { because, HERE, HOLD, refOf, terminating } from '../execute/removals.ts'

const test = suite('guards of the end of a namespace')

const ref = refOf(terminating())
const LEFT = { ref, type: {} as never, meta: terminating().metadata, finalizers: [HOLD] }
const UNREAD = { resource: 'secrets', reason: 'Forbidden', message: 'no' }
/** As kube-controller-manager is told of that has work before it: by no finalizer. */
const AT_WORK = because('CleanupInProgress').cause
const FAILING = because('CleanupFailing', 'kubernetes').cause
const OPERATOR = because('CleanupInProgress', HOLD).cause

/** The guards that refuse, in the order in which they are told. */
function guards(causes: readonly Cause[], left: number, unread: number): readonly GuardName[] {
  const object = { ...terminating({ name: 'shop', finalizers: [] }), kind: 'Namespace' }
  const subject: EndSubject = {
    ref: { ...ref, kind: 'Namespace', resource: 'namespaces', name: 'shop' },
    object,
    content: { objects: Array(left).fill(LEFT), unreadable: Array(unread).fill(UNREAD) },
    causes,
    own: [],
    reach: HERE,
    probe: { accepted: true, finalizersLeft: [] },
  }
  return refusalsOfEnd(subject).map(({ guard }) => guard)
}

test('what could not be read, and what remains, is told before the namespace controller that works', () => {
  for (const cause of [AT_WORK, FAILING]) {
    assert.equal(guards([cause], 0, 1), ['IncompleteRead', 'ControllerAlive'])
    assert.equal(guards([cause], 1, 0), ['NamespaceNotEmpty', 'ControllerAlive'])
    assert.equal(guards([cause], 1, 1), ['IncompleteRead', 'NamespaceNotEmpty', 'ControllerAlive'])
  }
})

test('so is what can be repaired', () => {
  const down = because('ControllerManagerDown').cause
  assert.equal(guards([FAILING, down], 1, 1), ['RepairFirst', 'IncompleteRead', 'NamespaceNotEmpty', 'ControllerAlive'])
})

test('the namespace controller alone decides where the namespace is empty, and where nothing tells why it stands', () => {
  assert.equal(guards([AT_WORK], 0, 0), ['ControllerAlive'])
  assert.equal(guards([], 0, 0), ['ControllerAlive'])
  assert.equal(guards([because('ControllerMissing', HOLD).cause], 1, 0), ['NamespaceNotEmpty'])
})

test('an operator at work on what remains, and a Pod that has its time, are told before what remains', () => {
  for (const cause of [OPERATOR, because('PodTerminating').cause]) {
    assert.equal(guards([cause], 1, 0), ['ControllerAlive', 'NamespaceNotEmpty'])
    assert.equal(guards([cause, AT_WORK], 1, 0), ['ControllerAlive', 'NamespaceNotEmpty'])
  }
})

test.run()
