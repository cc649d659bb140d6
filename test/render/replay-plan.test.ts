import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Group } from '../../src/groups/deletion-groups.ts'
import type { LiveGroup, LiveObject, Protection, TakenAlong } from '../../src/plan/ordered/live-groups.ts'
import { takersOf } from '../../src/plan/ordered/takers.ts'
import type { ReplayPlan } from '../../src/plan/sections.ts'
import { createPaint } from '../../src/render/paint.ts'
import { formatReplayPlan } from '../../src/render/replay-plan.ts'

const test = suite('the plan of an ordered deletion')

function object(kind: string, name: string, meta: object = {}): LiveObject {
  const ref = {
    apiVersion: 'v1',
    kind,
    resource: `${kind.toLowerCase()}s`,
    namespace: 'shop',
    name,
    uid: `uid-${name}`,
  }
  const cluster = { name: undefined }
  return { cluster, ref, meta: { name, uid: ref.uid, ...meta } } as unknown as LiveObject
}

const PLAIN: Group = { forceDelete: false, deleteAll: false, written: [], items: [] }

function live(number: number, rest: Partial<LiveGroup>): LiveGroup {
  return { number, group: PLAIN, objects: [], absent: [], earlier: [], spared: [], ...rest }
}

const svc = object('Service', 'c1-svc')
const stuck: Protection = {
  getsStuck: true,
  object: svc,
  prospect: { finalizer: 'lb.cloud/hold', state: 'stuck', summary: 'Its operator is gone.', workloads: [] },
}
const PLAN: ReplayPlan = {
  subject: 'cache/c1 in namespace shop',
  place: 'katalog.yaml',
  groups: {
    system: 'orkestra',
    groups: [],
    pollSeconds: 3,
    propagation: 'Foreground',
    remaining: [
      {
        item: { apiVersion: 'v1', kind: 'ConfigMap', names: ['kept'], namespaces: ['shop'] },
        why: 'its policy is "keep"',
      },
    ],
    notes: [{ line: 4, text: 'this Job is not run' }],
  },
  live: [
    live(1, { absent: ['job/c1-drain in namespace shop'] }),
    live(2, {
      group: { ...PLAIN, name: 'traffic', line: 14, forceDelete: true, deleteAll: true },
      objects: [svc, object('Deployment', 'c1', { deletionTimestamp: '2026-01-15T12:00:00Z' })],
      spared: [object('Secret', 'foreign')],
    }),
    live(3, { group: { ...PLAIN, skipped: 'when: spec.x is ""' } }),
    live(4, { earlier: [{ object: svc, group: 2 }] }),
    live(5, {}),
  ],
  protections: [stuck],
  taken: [],
  takers: { spared: {}, remaining: [] },
  losses: { losses: [], unread: [] },
  unread: [],
  timeoutSeconds: 120,
  timeoutPerGroup: false,
  afterwards: { finalizers: ['f'], refused: [], others: ['g'] },
}

function lines(plan: Partial<ReplayPlan> = {}, width?: number): string[] {
  const all = { ...PLAN, ...plan }
  const takers = takersOf(all.groups, all.live, all.taken)
  // As JSON gives it back: no text depends on which of two equal values it is.
  const stored = JSON.parse(JSON.stringify({ ...all, takers })) as ReplayPlan
  return formatReplayPlan(stored, { width, paint: createPaint(false) })
    .trimEnd()
    .split('\n')
}

test('is a numbered list of groups with what is there, what is not, and what protects it', () => {
  const text = lines()
  assert.equal(text.slice(0, 21), [
    'Ordered deletion for cache/c1 in namespace shop',
    'by      Orkestra, katalog.yaml; 2 objects; 120 s for all groups together',
    '',
    '1. group 1',
    '   job/c1-drain in namespace shop: not found, nothing to do',
    '',
    '2. traffic (line 14, forceDelete, deleteAllResources)',
    '   service/c1-svc in namespace shop (uid uid-c1-svc)',
    '     · lb.cloud/hold: would get stuck: Its operator is gone.',
    '   deployment/c1 in namespace shop, already being deleted (uid uid-c1)',
    '   secret/foreign in namespace shop: stays: not deployed by it (--delete-all-resources deletes it too)',
    '   forceDelete: remaining finalizers are removed, unless a guard of remove refuses',
    '',
    '3. group 3',
    '   skipped: when: spec.x is ""',
    '',
    '4. group 4',
    '   service/c1-svc in namespace shop: deleted with group 2',
    '',
    '5. group 5',
    '   nothing',
  ])
  assert.equal(text.slice(22, 26), [
    'then    the removal of finalizer f is offered, with the guards of remove',
    '        the resource stays after that, held by g',
    'stays   configmap/kept in namespace shop: its policy is "keep"',
    'note    line 4: this Job is not run',
  ])
  assert.is(text.filter(line => line.startsWith('differs')).length, 4)
  assert.is(text.at(-1), '1 finalizer would get stuck: see above')
})

function alongWith(rest: Partial<TakenAlong>): Partial<ReplayPlan> {
  const place = object('Namespace', 'shop')
  const by = { ...place, ref: { ...place.ref, namespace: undefined } } as unknown as LiveObject
  const taken = [{ by, group: 1, objects: [], unreadable: [], ...rest }]
  return { live: [live(1, { objects: [by], spared: [object('Secret', 'foreign')] })], taken }
}

test('says what goes with a Namespace, its finalizers with it, and that what was to stay does not', () => {
  const held = { ...stuck, object: object('Foo', 'f1') }
  const text = lines({
    ...alongWith({
      objects: [...Array.from({ length: 8 }, (_, index) => object('ConfigMap', `m${index}`)), held.object],
      unreadable: [{ resource: 'secrets', reason: 'Forbidden' }],
    }),
    protections: [held],
  })
  assert.match(text[1]!, '1 object and 9 more deleted with it')
  assert.equal(text.slice(4, 9), [
    '   namespace/shop (uid uid-shop)',
    '     also deletes 9 objects: foo/f1, configmap/m0, configmap/m1, configmap/m2, configmap/m3, configmap/m4, configmap/m5, configmap/m6 and 1 more',
    '     · foo/f1: lb.cloud/hold: would get stuck: Its operator is gone.',
    '     types that could not be read may be deleted with it too: secrets (Forbidden)',
    '   secret/foreign in namespace shop: is deleted with namespace/shop in group 1, though it is not deployed by it',
  ])
  const kept =
    'configmap/kept in namespace shop: is deleted with namespace/shop in group 1, though its policy is "keep"'
  assert.ok(text.includes(`goes    ${kept}`), text.join('\n'))
  assert.not.ok(text.some(line => line.startsWith('stays')))
  assert.is(text.at(-1), '1 finalizer would get stuck: see above')
})

test('says that nothing goes with a Namespace only when all of it was read', () => {
  assert.ok(lines(alongWith({})).includes('     nothing else is deleted with it'))
  const unreadable = [{ resource: 'secrets', reason: 'Forbidden', message: 'no' }]
  assert.not.ok(lines(alongWith({ unreadable })).some(line => line.includes('takes')))
})

test('says what uses an object longer than its group waits', () => {
  const user = { kind: 'Pod', namespace: 'shop', name: 'db-0', by: 'mount' as const, owners: [], complete: true }
  const prospect = { finalizer: 'f', state: 'kubernetes' as const, summary: 'Kubernetes removes it', workloads: [] }
  const never = lines({ protections: [{ object: svc, prospect, getsStuck: true, usedBy: { user } }] })
  assert.ok(never.includes('     · f: would get stuck while pod shop/db-0 uses it, which no group deletes'))
  assert.not.ok(never.some(line => line.startsWith('the order is wrong')))
  const later = lines({ protections: [{ object: svc, prospect, getsStuck: true, usedBy: { user, group: 4 } }] })
  assert.ok(later.some(line => line.includes('pod shop/db-0 uses it, and is deleted only in group 4')))
  assert.is(later.at(-1), 'the order is wrong: a group deletes what is in use until a later group')
})

test('says what forceDelete would take off, and which guard would refuse that', () => {
  const off = lines({ protections: [{ ...stuck, forced: [] }] })
  assert.ok(off.includes('       forceDelete: lb.cloud/hold would be removed if it remains'))
  const refused = lines({ protections: [{ ...stuck, forced: [{ guard: 'RepairFirst', why: 'it can be repaired' }] }] })
  assert.ok(refused.includes('       forceDelete: refused by RepairFirst'))
})

test('says that the order is wrong when a group deletes the controller that a later one needs', () => {
  const workloads = [{ kind: 'Deployment', namespace: 'shop', name: 'op' }]
  const wrong = { ...stuck, prospect: { ...stuck.prospect, state: 'alive' as const, workloads }, controllerInGroup: 1 }
  const text = lines({ protections: [wrong] })
  assert.ok(text.some(line => line.includes('group 1 deletes deployment shop/op, which has to remove it')))
  assert.match(text.at(-1)!, 'the order is wrong')
})

test('says what could not be read, and that there is no time limit', () => {
  const unread = [{ resource: 'secrets', reason: 'Forbidden', message: 'no' }]
  const text = lines({ unread, timeoutSeconds: undefined })
  assert.match(text[1]!, 'no time limit')
  assert.ok(text.some(line => line.startsWith('warning: not read (Forbidden)')))
})

test('says that the time is for each group, where that is wished', () => {
  const text = lines({ timeoutPerGroup: true })
  assert.match(text[1]!, '120 s for each group')
  assert.not.ok(text.some(line => line.includes('--timeout-per-group')))
})

test('fits a terminal', () => {
  for (const line of lines({}, 60)) assert.ok(line.length <= 60, line)
})

test('prints nothing that a cluster could slip a terminal', () => {
  const text = lines({ place: 'a\x1b[2Jb', live: [live(1, { group: { ...PLAIN, name: 'x\x1b[2J' } })] }).join('\n')
  assert.not.ok(text.includes('\x1b'))
})

test.run()
