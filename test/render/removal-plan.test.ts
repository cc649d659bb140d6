import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createPaint } from '../../src/render/paint.ts'
import { formatRemovalPlan, type PlanStyle } from '../../src/render/removal-plan.ts'
import { because, HOLD, removal, repair, terminating } from '../execute/removals.ts'

const test = suite('removal plan')

const PIPE: PlanStyle = { width: undefined, paint: createPaint(false), mostObjects: 20 }
const TERMINAL: PlanStyle = { ...PIPE, width: 80 }

const missing = because('ControllerMissing', HOLD, {
  summary: `No running controller removes finalizer ${HOLD}: its operator is not installed.`,
  remedies: [repair('install the operator again'), repair('start it', 'kubectl scale deployment/acme --replicas=1')],
})

test('names the object first, then what goes and stays, why, the repair, what is left behind, the exact patch', () => {
  const object = terminating({ finalizers: [HOLD, 'example.com/b'] }, { status: { bucketURL: 's3://invoices' } })
  const plan = removal(object, [HOLD], { causes: [missing], passed: ['RepairFirst'] })
  assert.is(
    formatRemovalPlan([plan], TERMINAL),
    `configmap/settings in namespace shop, terminating for 60m
  removes  example.com/hold
  stays    example.com/b, which still holds it
  why      No running controller removes finalizer example.com/hold: its
           operator is not installed. (ControllerMissing)
  despite  RepairFirst: why RepairFirst
  instead  install the operator again
  instead  start it:
           kubectl scale deployment/acme --replicas=1
  after    whatever its controller would have cleaned up is left behind
  leaks    s3://invoices (status.bucketURL)
  patch    [{"op":"replace","path":"/metadata/resourceVersion","value":"7"},
            {"op":"test","path":"/metadata/uid","value":"uid-1"},
            {"op":"test","path":"/metadata/finalizers/0","value":"example.com/hold"},
            {"op":"remove","path":"/metadata/finalizers/0"}]
`,
  )
})

test('into a pipe lines are as long as they are', () => {
  const text = formatRemovalPlan([removal(terminating(), [HOLD], { causes: [missing] })], PIPE)
  assert.match(
    text,
    '  why      No running controller removes finalizer example.com/hold: its operator is not installed.',
  )
  assert.match(text, '  stays    no other finalizers\n')
})

test('a Pod that has its grace period yet stays without finalizers, until its kubelet ends it', () => {
  const inGrace = terminating({ deletionGracePeriodSeconds: 30 })
  const of = (...plans: readonly object[]) => formatRemovalPlan(plans as never, PIPE)
  const one = removal(inGrace, [HOLD], { causes: [missing] })
  assert.match(of(one), '  stays    its kubelet is to end it at the end of its grace period (2026-01-15T11:00:00Z)\n')
  assert.match(of(one, one), '  stays    the kubelet of each ends it when its grace period is over\n')
  const both = of(one, removal(terminating(), [HOLD], { causes: [missing] }))
  assert.is(both.match(/^ {2}removes/gm)!.length, 2)
})

test('of what only waits for others, the root causes of that are shown, with what is to be tried there first', () => {
  const owner = terminating({ finalizers: ['foregroundDeletion'] })
  const away = { ...repair('remove the finalizer', 'kubectl finalize remove widgets/x'), kind: 'remove' as const }
  const dead = because('ControllerMissing', HOLD, {
    summary: 'Nobody is left.',
    remedies: [repair('install it'), repair('or start it'), away],
  })
  const ref = {
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    resource: 'widgets',
    namespace: 't1',
    name: 'x',
    uid: 'x',
  }
  const roots = [
    dead.cause,
    ...['A', 'B', 'C'].map(id => ({ ...dead.cause, id, summary: `Cause ${id}.`, remedies: [] })),
  ]
  const plan = removal(owner, ['foregroundDeletion'], { roots })
  const waiting = { ...plan, explained: { ...plan.explained, waitingFor: [{ ref, reason: 'Dependent' as const }] } }
  const text = formatRemovalPlan([waiting], PIPE)
  assert.match(
    text,
    `  stays    no other finalizers
  why      it waits for widget/x in namespace t1
  why      Nobody is left. (ControllerMissing)
  why      Cause A. (ControllerMissing)
  why      Cause B. (ControllerMissing)
  why      and 1 more
  instead  install it
  instead  remove the finalizer:
           kubectl finalize remove widgets/x
  instead  see all of them:
           kubectl finalize explain configmaps/settings -n shop
`,
  )
  // What holds it itself says more.
  const held = { ...waiting, causes: [because('DependentAlive', 'foregroundDeletion')] }
  assert.not.match(formatRemovalPlan([held], PIPE), 'Nobody is left')
})

test('a group of many is told once; those beyond the limit are counted', () => {
  const objects = Array.from({ length: 1300 }, (_, index) => terminating({ name: `m${index}`, uid: `u${index}` }))
  const plans = objects.map(object => removal(object, [HOLD], { causes: [missing] }))
  const text = formatRemovalPlan(plans, { ...TERMINAL, mostObjects: 2 })
  assert.equal(text.split('\n').slice(0, 5), [
    'configmap/m0 in namespace shop, terminating for 60m',
    'configmap/m1 in namespace shop, terminating for 60m',
    '… and 1,298 more objects (--dry-run=client shows all)',
    '  removes  example.com/hold',
    '  stays    no other finalizers',
  ])
  assert.is(text.match(/ {2}why/g)!.length, 1)
  assert.match(text, 'shown for the first object; each object gets its own')
})

test('of a dozen objects some ids are named and the rest is counted; a dry run names each', () => {
  const plans = Array.from({ length: 12 }, (_, index) =>
    removal(terminating({ name: `b${index}`, uid: `u${index}` }, { status: { bucketURL: `s3://b${index}` } }), [HOLD], {
      causes: [missing],
    }),
  )
  assert.match(
    formatRemovalPlan(plans, PIPE),
    '  leaks    s3://b0 (status.bucketURL); s3://b1 (status.bucketURL); s3://b2 (status.bucketURL); s3://b3 (status.bucketURL); s3://b4 (status.bucketURL); and 7 more (--dry-run=client shows all)\n',
  )
  const all = formatRemovalPlan(plans, { ...PIPE, mostObjects: Number.POSITIVE_INFINITY })
  assert.is(all.match(/s3:\/\/b\d+ \(status.bucketURL\)\n/g)!.length, 12)
})

test('an object of hundreds of finalizers, or with a cause of a megabyte, is told in some lines', () => {
  const finalizers = Array.from({ length: 500 }, (_, index) => `example.com/f${index}`)
  const loud = because('ControllerMissing', finalizers[0], { summary: 'no '.repeat(300_000) })
  const text = formatRemovalPlan([removal(terminating({ finalizers }), finalizers, { causes: [loud] })], PIPE)
  assert.match(text, 'example.com/f19, and 480 more (all of them in -o json)')
  assert.match(text, '… and 978 more operations')
  assert.ok(text.length < 6000, `${text.length} characters`)
})

test('foregroundDeletion alone leaves nothing behind outside of the cluster', () => {
  const owner = terminating({ finalizers: ['foregroundDeletion'] }, { status: { bucketURL: 's3://b' } })
  assert.not.match(formatRemovalPlan([removal(owner, ['foregroundDeletion'])], PIPE), '  leaks')
})

test('what differs in what goes, stays or was overridden is another group', () => {
  const two = terminating({ finalizers: [HOLD, 'example.com/b'] })
  const plans = [
    removal(terminating(), [HOLD], { causes: [missing] }),
    removal(two, [HOLD], { causes: [missing] }),
    removal(two, [HOLD, 'example.com/b'], { causes: [missing] }),
    removal(terminating(), [HOLD], { causes: [missing], passed: ['ControllerUnknown'] }),
  ]
  assert.is(formatRemovalPlan(plans, PIPE).match(/^ {2}removes/gm)!.length, 4)
})

test('foregroundDeletion is no patch but a second DELETE', () => {
  const owner = terminating({ finalizers: ['foregroundDeletion'] })
  const text = formatRemovalPlan([removal(owner, ['foregroundDeletion'])], PIPE)
  assert.match(text, '  delete   a second DELETE with background propagation')
  assert.not.match(text, '  patch')
})

test('the content of Secrets and ConfigMaps is never shown', () => {
  const secret = {
    ...terminating({}, { data: { bucketURL: 'c2VjcmV0', url: 'hidden' }, stringData: { host: 'hidden' } }),
    kind: 'Secret',
  }
  const text = formatRemovalPlan([removal(secret, [HOLD], { causes: [missing] })], PIPE)
  assert.not.match(text, /c2VjcmV0|hidden/)
})

test('what comes from the cluster cannot steer the terminal', () => {
  const finalizer = 'example.com/\u001b[2J'
  const object = terminating({ finalizers: [finalizer] }, { status: { url: '\u001b]0;x\u0007' } })
  assert.not.match(formatRemovalPlan([removal(object, [finalizer])], PIPE), '\u001b')
})

test.run()
