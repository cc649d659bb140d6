import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Cause, Remedy } from '../../src/diagnosis/explanation.ts'
import type { Loss, Preflight } from '../../src/diagnosis/preflight/foreseen.ts'
import { belongsToOthers, losesData } from '../../src/plan/guards/taken-along.ts'
import { wouldGetStuck } from '../../src/plan/guards/would-get-stuck.ts'
import { inWords } from '../../src/render/words/in-words.ts'
import { because, HOLD, refOf, terminating } from '../execute/removals.ts'

const test = suite('guards of a deletion')

const ref = refOf(terminating())
const wave = { wave: 1, reason: 'NeedsController', why: '', refs: [ref] } as const
const clean: Preflight = {
  takenAt: '2026-01-15T12:00:00Z',
  server: { version: 'v1.36.3' },
  unreadable: [],
  verdict: 'clean',
  targets: [ref],
  refused: [],
  reach: [],
  causes: [],
  loses: [],
  breaks: [],
  returns: [],
  others: [],
  order: [wave],
  unchecked: [],
  checked: { objects: 1, dryRuns: 1, alike: 0 },
}

function missing(verdict: Cause['verdict'], remedies: readonly Remedy[] = []): Cause {
  return { ...because('ControllerMissing', HOLD).cause, verdict, remedies }
}

const UNREAD = { resource: 'secrets', reason: 'Forbidden', message: 'no' }

test('let pass what would go, at once or after something that is going on', () => {
  assert.is(wouldGetStuck(clean), undefined)
  assert.is(wouldGetStuck({ ...clean, verdict: 'waits', causes: [missing('waiting')] }), undefined)
})

test('let pass what only the order makes stuck, or leaves open', () => {
  assert.is(wouldGetStuck({ ...clean, verdict: 'stuck', causes: [missing('stuck')] }), undefined)
  assert.is(wouldGetStuck({ ...clean, verdict: 'unknown', causes: [missing('unknown')] }), undefined)
})

test('refuse for good what no order helps, with its repair and no removal', () => {
  const remedies = [
    { kind: 'repair', summary: 'install it again', commands: [], risk: 'low' },
    { kind: 'remove', summary: 'remove it', commands: ['kubectl finalize remove x'], risk: 'medium' },
  ] as unknown as readonly Remedy[]
  const refusal = wouldGetStuck({ ...clean, verdict: 'stuck', order: [], causes: [missing('stuck', remedies)] })
  assert.equal([refusal?.guard, refusal?.final], ['WouldGetStuck', true])
  assert.equal(refusal?.instead, [{ what: 'install it again', commands: [] }])
})

test('refuse what is not known, and can be overridden', () => {
  for (const open of [
    { order: [], causes: [missing('unknown')] },
    { unreadable: [UNREAD] },
    { unchecked: [{ what: 'DryRun', why: 'no answer' }] },
  ] as const) {
    const refusal = wouldGetStuck({ ...clean, verdict: 'unknown', ...open })
    assert.equal([refusal?.guard, refusal?.final], ['WouldGetStuck', undefined], JSON.stringify(open))
  }
  const both = wouldGetStuck({ ...clean, verdict: 'stuck', causes: [missing('stuck')], unreadable: [UNREAD] })
  assert.equal([both?.guard, both?.final], ['WouldGetStuck', undefined])
})

test('refuse for good what the server refuses, whatever else is known', () => {
  const refusal = wouldGetStuck({ ...clean, verdict: 'stuck', refused: [ref] })
  assert.equal([refusal?.guard, refusal?.final], ['WouldGetStuck', true])
})

test('refuse the loss of data and of what is outside, not that of a Secret', () => {
  const lost = (...kinds: Loss['what'][]) => losesData({ ...clean, loses: kinds.map(what => ({ ref, what })) })
  assert.is(lost(), undefined)
  assert.is(lost('Secret'), undefined)
  for (const what of ['VolumeData', 'LoadBalancer', 'Outside'] as const)
    assert.is(lost('Secret', what)?.guard, 'LosesData')
  assert.match(inWords(lost('VolumeData', 'LoadBalancer')!.why), /and 1 more like it/)
})

test('refuse a claim whose volume may not be read: its data may go', () => {
  const claim = { ...ref, kind: 'PersistentVolumeClaim', resource: 'persistentvolumeclaims' }
  const reach = [{ ref: claim, why: 'Target', of: claim }] as const
  const unread = { ...UNREAD, resource: 'persistentvolumes' }
  const refusal = losesData({ ...clean, reach, unreadable: [UNREAD, unread] })
  assert.equal([refusal?.guard, refusal?.final], ['LosesData', undefined])
  assert.match(inWords(refusal!.why), /data of its volume is not known: persistentvolumes could not be read \(no\)$/)
  assert.is(losesData({ ...clean, reach, unreadable: [UNREAD] }), undefined)
  assert.is(losesData({ ...clean, unreadable: [unread] }), undefined)
})

test('refuse a namespace whose claims or Services may not be read', () => {
  const place = { ...ref, kind: 'Namespace', resource: 'namespaces', name: 'shop', namespace: undefined }
  const reach = [{ ref: place, why: 'Target', of: place }] as const
  for (const resource of ['persistentvolumeclaims', 'services']) {
    assert.is(losesData({ ...clean, reach, unreadable: [{ ...UNREAD, resource }] })?.guard, 'LosesData')
    const there = losesData({ ...clean, reach, unreadable: [{ ...UNREAD, resource, namespace: 'shop' }] })
    assert.match(inWords(there!.why), /^whether namespaces\/shop goes with .* is not known: /)
    assert.is(losesData({ ...clean, reach, unreadable: [{ ...UNREAD, resource, namespace: 'other' }] }), undefined)
  }
})

test('refuse what belongs to others, each by its name, and can be overridden', () => {
  const by = {
    is: 'Management',
    who: 'Helm release',
    name: 'db',
    text: 'Helm release shop/db',
    isGitOps: false,
  } as const
  const names = Array.from({ length: 12 }, (_, index) => `w${index}`)
  const refusal = belongsToOthers({ others: names.map(name => ({ ref: { ...ref, name, uid: name }, of: ref, by })) })
  assert.equal([refusal?.guard, refusal?.final], ['BelongsToOthers', undefined])
  assert.match(
    inWords(refusal!.why),
    /w0 in namespace .* belongs to Helm release shop\/db, and goes with .*w9.*and 2 more$/,
  )
  assert.is(belongsToOthers({ others: [] }), undefined)
})

test.run()
