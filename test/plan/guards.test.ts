import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import {
  BUILTIN_FINALIZERS,
  CRD_CLEANUP,
  FOREGROUND,
  JOB_TRACKING,
  NAMESPACE,
  ORPHAN,
  PV_PROTECTION,
  PVC_PROTECTION,
} from '../../src/api/builtin-finalizers.ts'
import { protectionOf } from '../../src/diagnosis/catalogue/in-use.ts'
import { shippedCatalogue } from '../../src/diagnosis/catalogue/shipped.ts'
import type { CauseCode } from '../../src/diagnosis/explanation.ts'
import { sentenceKey } from '../../src/messages/sentence.ts'
import { FINAL, type FinalizerSubject, type GuardName, OVERRIDABLE, type Probe } from '../../src/plan/guard.ts'
import { refusalsOf } from '../../src/plan/guards/index.ts'
import { judge } from '../../src/plan/removal.ts'
import { because, HOLD, repair, subject, terminating } from '../execute/removals.ts'
import { worded } from '../worded.ts'

const test = suite('guards')

const guards = (more: Partial<FinalizerSubject>): readonly GuardName[] =>
  refusalsOf(subject(more)).map(({ guard }) => guard)
const rejected = (code: number, rejection: Extract<Probe, { accepted: false }>['rejection']): Probe => ({
  accepted: false,
  code,
  rejection,
  message: 'the words of the server',
})
/** A finalizer of Kubernetes on an object of the type that it is for. */
const placed = (finalizer: string): Pick<FinalizerSubject, 'finalizer' | 'ref'> => {
  const { on = 'configmaps' } = BUILTIN_FINALIZERS.find(({ name }) => name === finalizer) ?? {}
  return { finalizer, ref: { ...subject().ref, resource: on } }
}
const EVERY = { overrides: new Set(OVERRIDABLE), typedConsent: true }

test('a finalizer whose controller is missing may go', () => {
  assert.equal(guards({}), [])
})

test('a live object has no other flaw, and nothing passes it', () => {
  const { deletionTimestamp: _, ...metadata } = terminating().metadata
  const live = subject({ object: { ...terminating(), metadata }, finalizer: PVC_PROTECTION, probe: undefined })
  assert.equal(
    judge(live, EVERY).refusals.map(({ guard }) => guard),
    ['NotTerminating'],
  )
})

test('what Kubernetes protects is refused, each by its own loss; kubernetes of a Namespace for ever', () => {
  const protectedOnes = [PVC_PROTECTION, PV_PROTECTION, CRD_CLEANUP, ORPHAN, FOREGROUND]
  const whys = protectedOnes.map(finalizer => refusalsOf(subject({ ...placed(finalizer), causes: [] }))[0]!)
  assert.ok(whys.every(({ guard, final }) => guard === 'ProtectedFinalizer' && !final))
  assert.is(new Set(whys.map(({ why }) => sentenceKey(why))).size, protectedOnes.length)
  const { refusals } = judge(subject({ finalizer: NAMESPACE, field: 'spec', causes: [] }), EVERY)
  assert.equal(
    refusals.map(({ guard, final }) => [guard, final]),
    [['ProtectedFinalizer', true]],
  )
})

test('a name of Kubernetes where it is not looked for protects nothing', () => {
  const causes = (finalizer: string) => [because('FinalizerUnhandled', finalizer)]
  for (const finalizer of [NAMESPACE, PVC_PROTECTION, PV_PROTECTION, CRD_CLEANUP, JOB_TRACKING]) {
    assert.equal(guards({ finalizer, causes: causes(finalizer) }), [])
  }
})

test('what the catalogue has of a finalizer is told for its own kinds, and for no other', () => {
  const known = shippedCatalogue().find(PVC_PROTECTION)!
  const on = (kind: string) => judge(subject({ ref: { ...subject().ref, apiVersion: 'v1', kind }, known }), EVERY).known
  assert.is(on('PersistentVolumeClaim'), known)
  assert.is(on('Service'), undefined)
  const anywhere = { ...known, kinds: ['*'] }
  assert.is(judge(subject({ known: anywhere }), EVERY).known, anywhere)
})

test('a finalizer that the controller perhaps does not handle is its controller’s still', () => {
  const proven = because('FinalizerUnhandled', HOLD)
  assert.equal(guards({ causes: [proven] }), [])
  const cause = { ...proven.cause, verdict: 'unknown' as const }
  assert.equal(guards({ causes: [{ ...proven, cause }] }), ['ControllerAlive'])
})

test('a controller that waits for what it made is known; of one that waits for something else nothing is', () => {
  const waiting = (reason: 'Owned' | 'Consumer') => guards({ causes: [], waitingFor: [{ ref: subject().ref, reason }] })
  assert.equal(waiting('Owned'), ['ControllerAlive'])
  assert.equal(waiting('Consumer'), ['ControllerUnknown'])
})

test('who is refused for a finalizer of Kubernetes, or of nobody known, is told where to look', () => {
  for (const finalizer of [FOREGROUND, ORPHAN, CRD_CLEANUP, HOLD]) {
    const { instead } = refusalsOf(subject({ ...placed(finalizer), causes: [] }))[0]!
    assert.match(JSON.stringify(instead), 'kubectl finalize explain ')
  }
})

test('job-tracking is protected while its Job lives, or may live', () => {
  const owner = (exists: boolean | null): FinalizerSubject['owners'] => [
    {
      ref: { apiVersion: 'batch/v1', kind: 'Job', resource: 'jobs.batch', name: 'import', uid: 'j' },
      controller: true,
      blockOwnerDeletion: true,
      exists,
    },
  ]
  const of = (exists: boolean | null) => guards({ ...placed(JOB_TRACKING), causes: [], owners: owner(exists) })
  assert.equal([of(true), of(false), of(null)], [['ProtectedFinalizer'], [], ['IncompleteRead']])
})

test('any other protection is refused while something uses the object, and is free without a user', () => {
  const finalizer = 'kubernetes.io/vac-protection'
  const resource = 'volumeattributesclasses.storage.k8s.io'
  const ref = { apiVersion: 'storage.k8s.io/v1', kind: 'VolumeAttributesClass', resource, name: 'gold', uid: 'v' }
  const user = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    resource: 'persistentvolumeclaims',
    name: 'd',
    uid: 'd',
  }
  const lossInUse = protectionOf(finalizer, resource, shippedCatalogue().rows.inUse)!.loss
  const of = (more: Partial<FinalizerSubject>) =>
    guards({ finalizer, ref, lossInUse, causes: [because('InstanceAlive', finalizer)], ...more })
  assert.equal(of({}), ['ProtectedFinalizer'])
  assert.equal(
    of({ causes: [because('PodTerminating', finalizer)], waitingFor: [{ ref: user, reason: 'Consumer' }] }),
    ['ProtectedFinalizer'],
  )
  assert.equal(of({ causes: [because('ControllerMissing', finalizer)] }), [])
})

test('a controller that works, fails, can be repaired, is unknown, or could not be looked for', () => {
  const by = (...args: Parameters<typeof because>) => guards({ causes: [because(...args)] })
  assert.equal(by('CleanupInProgress', HOLD), ['ControllerAlive'])
  assert.equal(by('CleanupFailing', HOLD), ['ControllerAlive'])
  assert.equal(by('VolumeDetachFailing', HOLD), ['ControllerAlive'])
  assert.equal(by('DrainBlocked', HOLD), ['ControllerAlive'])
  assert.equal(by('FinalizerUnhandled', HOLD), [])
  const repairable = [
    'ControllerUnhealthy',
    'ControllerForbidden',
    'ControllerManagerDown',
    'ReferenceMissing',
    'Paused',
  ]
  for (const code of repairable as CauseCode[]) {
    assert.equal(by(code, HOLD), ['RepairFirst'])
  }
  const remove = { ...repair('let it go', 'kubectl finalize remove x'), kind: 'remove' } as const
  const beyond = { remedies: [remove] }
  assert.equal(by('ReferenceMissing', HOLD, beyond), [])
  assert.equal(by('ReferenceMissing', HOLD, { remedies: [repair('create it'), remove] }), ['RepairFirst'])
  assert.equal(by('ControllerUnknown', HOLD), ['ControllerUnknown'])
  assert.equal(by('ControllerUnknown', HOLD, { incomplete: true }), ['IncompleteRead'])
  assert.equal(by('ControllerUnknown', HOLD, { incomplete: true, undecided: true }), [
    'IncompleteRead',
    'ControllerUnknown',
  ])
  assert.equal(guards({ causes: [] }), ['ControllerUnknown'])
  assert.equal(guards({ causes: [because('CleanupInProgress', 'example.com/other')] }), ['ControllerUnknown'])
})

test('the server’s no, its silent undoing, and a conversion that only the write would meet', () => {
  const missing = because('ControllerMissing', HOLD)
  assert.equal(guards({ probe: rejected(422, { by: 'something else', why: '' }) }), ['WouldBeRejected'])
  assert.equal(guards({ probe: { accepted: true, finalizersLeft: [HOLD] } }), ['WouldBeUndone'])
  assert.equal(guards({ probe: { accepted: true, finalizersLeft: ['example.com/other'] } }), [])
  assert.equal(guards({ causes: [missing, because('ConversionWebhookUnavailable')] }), [
    'WouldBeRejected',
    'RepairFirst',
  ])
})

test('a rejection says each repair of its cause; a missing permission who could', () => {
  const remedies = [repair('start it', 'kubectl scale x'), repair('delete it', 'kubectl delete y')]
  const causes = [because('ControllerMissing', HOLD), because('WebhookUnavailable', undefined, { remedies })]
  const silent = rejected(500, { by: 'silent webhook', webhook: 'w', why: '' })
  const byWebhook = refusalsOf(subject({ causes, probe: silent }))[0]!
  assert.equal(worded(byWebhook.instead), [
    { what: 'start it', commands: ['kubectl scale x'] },
    { what: 'or delete it', commands: ['kubectl delete y'] },
  ])
  const forbidden = refusalsOf(subject({ probe: rejected(403, { by: 'probe' }) }))[0]!
  assert.match(worded(forbidden.instead) as string, 'permission to patch configmaps')
  const untriable = refusalsOf(subject({ probe: rejected(400, { by: 'probe' }) }))[0]!
  assert.match(worded(untriable.instead) as string, 'sideEffects')
})

test('the most final comes first, and overriding the others does not pass it', () => {
  const flawed = subject({
    finalizer: FOREGROUND,
    causes: [because('CleanupInProgress', FOREGROUND), because('WebhookUnavailable')],
    probe: rejected(403, { by: 'probe' }),
  })
  const order = ['WouldBeRejected', 'ProtectedFinalizer', 'ControllerAlive', 'RepairFirst'] as const
  assert.equal(
    refusalsOf(flawed).map(({ guard }) => guard),
    order,
  )
  const { refusals, passed } = judge(flawed, EVERY)
  assert.equal(
    [refusals.map(({ guard }) => guard), passed.map(({ guard }) => guard)],
    [['WouldBeRejected'], order.slice(1)],
  )
})

test('an override passes its own guard; typed consent passes ControllerUnknown alone', () => {
  const unknown = subject({ causes: [because('ControllerUnknown', HOLD)] })
  const repairable = subject({ causes: [because('ControllerUnhealthy', HOLD)] })
  const refusals = (it: FinalizerSubject, overrides: readonly GuardName[], typedConsent = false) =>
    judge(it, { overrides: new Set(overrides), typedConsent }).refusals.length
  assert.equal(
    [refusals(unknown, []), refusals(unknown, [], true), refusals(unknown, ['ControllerUnknown'])],
    [1, 0, 0],
  )
  assert.equal(
    [
      refusals(repairable, [], true),
      refusals(repairable, ['ControllerUnknown']),
      refusals(repairable, ['RepairFirst']),
    ],
    [1, 1, 0],
  )
})

test('every guard can be passed or cannot, and none is both', () => {
  assert.equal([...OVERRIDABLE, ...FINAL].length, new Set([...OVERRIDABLE, ...FINAL]).size)
})

test.run()
