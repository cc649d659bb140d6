import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { CauseCode, Verdict } from '../../../src/diagnosis/explanation.ts'
import { differences } from './differences.ts'
import { type Answer, told } from './told.ts'
import { untruths } from './untruths.ts'

/** A test that repeats explanations from elsewhere must let pass what moved on the cluster, and nothing that is told wrong. */
const test = suite('what is told from elsewhere beside what the cluster tells')

interface Thing {
  readonly name: string
  readonly verdict?: Verdict
  readonly waitsFor?: readonly string[]
  /** Second of the minute in which its deletion was asked for; undefined: nobody deletes it. */
  readonly asked?: number | undefined
}

interface Holder {
  readonly code: CauseCode
  readonly verdict?: Verdict
  readonly subject?: string
  readonly holds: readonly string[]
  readonly command?: string
}

const ref = (name: string) => ({ apiVersion: 'v1', kind: 'Thing', resource: 'things', name, uid: name })

/** A look in this second of the minute: things, what holds them by itself, and so who waits for them. */
function look(second: number, things: readonly Thing[], holders: readonly Holder[] = []) {
  const holds = (holder: Holder, name: string): boolean =>
    holder.holds.includes(name) ||
    (things.find(thing => thing.name === name)?.waitsFor ?? []).some(target => holds(holder, target))
  const takenAt = `2026-01-01T00:00:${String(second).padStart(2, '0')}Z`
  const idOf = ({ code, subject = 'manager' }: Holder) => `${code} ${subject}`
  const answer: Answer = {
    takenAt,
    objects: things.map(thing => ({
      ref: ref(thing.name),
      ...('asked' in thing && thing.asked === undefined
        ? {}
        : { deletionTimestamp: takenAt, ageSeconds: second - (thing.asked ?? 0) }),
      verdict: thing.verdict ?? 'stuck',
      finalizers: [],
      owners: [],
      waitingFor: (thing.waitsFor ?? []).map(name => ({ ref: ref(name), reason: 'Owned' as const })),
      causes: holders.filter(holder => holds(holder, thing.name)).map(idOf),
    })),
    causes: holders.map(holder => ({
      id: idOf(holder),
      code: holder.code,
      verdict: holder.verdict ?? 'stuck',
      subject: { kind: 'Deployment', name: holder.subject ?? 'manager' },
      summary: '',
      evidence: [],
      blocks: things.filter(({ name }) => holds(holder, name)).map(({ name }) => ref(name)),
      remedies: [
        {
          kind: 'repair' as const,
          summary: '',
          commands: [holder.command ?? 'kubectl'],
          risk: 'low' as const,
          leaks: [],
        },
      ],
    })),
  }
  return told(answer)
}

type Look = ReturnType<typeof look>

/** What is told wrong from a recording, and from a dump: by these, whatever moved. */
const wrong = (before: Look, here: Look, after: Look) =>
  [differences, untruths].map(of => of({ before, here, after }).some(({ isOfMovement }) => !isOfMovement))
/** What is told otherwise at all. */
const otherwise = (before: Look, here: Look, after: Look) =>
  [differences, untruths].map(of => of({ before, here, after }).length > 0)

const held = { name: 'held' }
const owner: Thing = { name: 'owner', verdict: 'waiting', waitsFor: ['held'] }
const missing: Holder = { code: 'ControllerMissing', holds: ['held'] }
const still = look(10, [held, owner], [missing])

test('the same is the same', () => {
  assert.equal(otherwise(still, look(12, [held, owner], [missing]), still), [false, false])
})

test('on a cluster that stands still a recording has to tell all, and a dump nothing that is wrong', () => {
  const cases: readonly (readonly [string, Look, readonly boolean[]])[] = [
    ['another verdict', look(12, [{ ...held, verdict: 'progressing' }, owner], [missing]), [true, true]],
    ['it is unknown', look(12, [{ ...held, verdict: 'unknown' }, owner], [missing]), [true, false]],
    ['another subject', look(12, [held, owner], [{ ...missing, subject: 'other' }]), [true, true]],
    ['another cause', look(12, [held, owner], [{ ...missing, code: 'Paused' }]), [true, true]],
    ['another remedy', look(12, [held, owner], [{ ...missing, command: 'rm' }]), [true, true]],
    ['an edge less', look(12, [held, { ...owner, waitsFor: [] }], [missing]), [true, false]],
    ['an edge more', look(12, [{ ...held, waitsFor: ['owner'] }, owner], [missing]), [true, true]],
    ['it holds less', look(12, [held, { ...owner, waitsFor: [] }], [missing]), [true, false]],
    ['an object more', look(12, [held, owner, { name: 'more' }], [missing]), [true, true]],
    ['a live object more', look(12, [held, owner, { name: 'more', asked: undefined }], [missing]), [true, true]],
    ['nothing', look(12, []), [true, false]],
  ]
  for (const [what, here, are] of cases) assert.equal(wrong(still, here, still), are, what)
})

test('what went, came, or came and went meanwhile accounts for what is told of it, and of what waits for it', () => {
  const fresh: Thing = { name: 'fresh', asked: 11 }
  const waits: Thing = { ...owner, waitsFor: ['held', 'fresh'] }
  const between = look(12, [held, waits, fresh], [missing, { code: 'Paused', holds: ['fresh'] }])
  assert.equal(wrong(still, between, still), [false, false])
  assert.equal(otherwise(still, between, still), [true, true], 'it is read again')
  const gone = look(14, [owner, { name: 'other' }], [{ code: 'Paused', holds: ['owner'] }])
  assert.equal(wrong(still, still, gone), [false, false])
  assert.equal(wrong(still, gone, gone), [false, false])
})

test('what was deleted before the cluster was looked at did not come and go', () => {
  const early = look(12, [held, owner, { name: 'early', asked: 4 }], [missing])
  assert.equal(wrong(still, early, still), [true, true])
})

test('what moved elsewhere accounts for nothing here', () => {
  const other = { name: 'other' }
  const before = look(10, [held, owner, other], [missing])
  const after = look(14, [held, owner], [missing])
  const cases: readonly (readonly [string, Look])[] = [
    ['a verdict', look(12, [{ ...held, verdict: 'progressing' }, owner], [missing])],
    ['a subject', look(12, [held, owner], [{ ...missing, subject: 'other' }])],
    ['a cause more', look(12, [held, owner], [missing, { code: 'Paused', holds: ['held'] }])],
    ['a cause more, of both', look(12, [held, owner, other], [missing, { code: 'Paused', holds: ['held', 'other'] }])],
    ['a remedy', look(12, [held, owner], [{ ...missing, command: 'rm' }])],
    ['an edge', look(12, [{ ...held, waitsFor: ['owner'] }, owner], [missing])],
  ]
  for (const [what, here] of cases) assert.equal(wrong(before, here, after), [true, true], what)
})

test('the verdict of what moved is that of before or of after', () => {
  const before = look(10, [held, owner], [missing])
  const after = look(14, [{ ...held, verdict: 'progressing' }, owner], [{ ...missing, verdict: 'progressing' }])
  const unlikely = look(12, [{ ...held, verdict: 'waiting' }, owner], [missing])
  assert.equal(wrong(before, unlikely, after), [true, true])
})

test.run()
