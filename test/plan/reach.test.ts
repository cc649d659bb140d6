import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Cause } from '../../src/diagnosis/explanation.ts'
import { reachByFile } from '../../src/plan/aim.ts'
import type { FinalizerSubject, Refusal } from '../../src/plan/guard.ts'
import { controllerUnknown } from '../../src/plan/guards/controller-unknown.ts'
import { type Reach, reachedCause } from '../../src/plan/reach.ts'
import { worded } from '../worded.ts'

const test = suite('the way to the cluster that a message is about')

const FLAGS: Reach = reachByFile('/t1', 'c')
const PLACE: Reach = { place: 'in the cluster of Target t1' }
const ref = { apiVersion: 'v1', kind: 'Service', resource: 'services', namespace: 'app', name: 'svc', uid: 'u' }

function instead(reach: Reach): Refusal['instead'] {
  const subject = { ref, finalizer: 'acme.test/f', causes: [], reach } as unknown as FinalizerSubject
  return worded(controllerUnknown(subject)!.instead)
}

test('a guard names its command with what that has to be given, or the place where no command leads', () => {
  const command = 'kubectl finalize explain services/svc -n app --kubeconfig /t1 --context c'
  assert.equal(instead(FLAGS), [{ what: 'find out which controller removes it', commands: [command] }])
  assert.equal(instead(PLACE), [
    { what: 'find out which controller removes it, in the cluster of Target t1', commands: [] },
  ])
})

test('so do the remedies of a cause; one without a command stays as it is', () => {
  const scale = { kind: 'repair', summary: 'start it', commands: ['kubectl scale deployment/op --replicas 1'] }
  const wait = { kind: 'wait', summary: 'wait', commands: [] }
  const cause = { remedies: [scale, wait] } as unknown as Cause
  const remedies = (reach: Reach) =>
    reachedCause(cause, reach).remedies.map(({ summary, commands }) => [worded(summary), ...commands])
  assert.equal(remedies(FLAGS), [['start it', `${scale.commands[0]} --kubeconfig /t1 --context c`], ['wait']])
  assert.equal(remedies(PLACE), [['start it, in the cluster of Target t1'], ['wait']])
})

test.run()
