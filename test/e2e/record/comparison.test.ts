import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { CauseCode, Verdict } from '../../../src/render/words/explanation.ts'
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
  /** Of what it holds: whose it is told to be, instead of a subject beside. */
  readonly named?: string
  readonly holds: readonly string[]
  readonly commands?: readonly string[]
  readonly id?: string
}

const ref = (name: string) => ({ apiVersion: 'v1', kind: 'Thing', resource: 'things', name, uid: name })

/** A look in this second of the minute: things, what holds them by itself, and so who waits for them. */
function look(second: number, things: readonly Thing[], holders: readonly Holder[] = []) {
  const holds = (holder: Holder, name: string): boolean =>
    holder.holds.includes(name) ||
    (things.find(thing => thing.name === name)?.waitsFor ?? []).some(target => holds(holder, target))
  const takenAt = `2026-01-01T00:00:${String(second).padStart(2, '0')}Z`
  const idOf = ({ code, subject = 'manager', id = `${code} ${subject}` }: Holder) => id
  const answer: Answer = {
    takenAt,
    complete: true,
    unreadable: [],
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
      subject:
        holder.named === undefined ? { kind: 'Deployment', name: holder.subject ?? 'manager' } : ref(holder.named),
      summary: '',
      evidence: [],
      blocks: things.filter(({ name }) => holds(holder, name)).map(({ name }) => ref(name)),
      remedies: (holder.commands ?? ['kubectl']).map(command => ({
        kind: command === 'kubectl look' ? ('inspect' as const) : ('repair' as const),
        summary: '',
        commands: [command],
        risk: 'low' as const,
        leaks: [],
      })),
    })),
  }
  return told(answer)
}

type Look = ReturnType<typeof look>

/** What a recording, and a dump that does not tell all, tell otherwise. */
const both = (before: Look, here: Look, after: Look) => [
  differences({ before, here, after }),
  untruths({ before, here: { ...here, complete: false }, after }),
]
/** Whether each tells what nothing that moved accounts for. */
const wrong = (...looks: Parameters<typeof both>) =>
  both(...looks).map(found => found.some(({ isOfMovement }) => !isOfMovement))
/** Whether each tells anything otherwise. */
const otherwise = (...looks: Parameters<typeof both>) => both(...looks).map(found => found.length > 0)

const held: Thing = { name: 'held' }
const owner: Thing = { name: 'owner', verdict: 'waiting', waitsFor: ['held'] }
const apart: Thing = { name: 'apart' }
const missing: Holder = { id: 'missing', code: 'ControllerMissing', holds: ['held'] }
const still = look(10, [held, owner, apart], [missing])

/** What a recording, and a dump, must not tell of these things. */
const cases: readonly (readonly [what: string, isWrong: readonly boolean[], things: Thing[], ...holders: Holder[]])[] =
  [
    ['the same', [false, false], [held, owner, apart], missing],
    ['another verdict', [true, true], [{ ...held, verdict: 'progressing' }, owner, apart], missing],
    ['an unknown verdict', [true, false], [{ ...held, verdict: 'unknown' }, owner, apart], missing],
    ['an edge less', [true, false], [held, { ...owner, waitsFor: [] }, apart], missing],
    ['an edge more', [true, true], [{ ...held, waitsFor: ['apart'] }, owner, apart], missing],
    ['an object more', [true, true], [held, owner, apart, { name: 'more' }], missing],
    ['a living object more', [true, true], [held, owner, apart, { name: 'more', asked: undefined }], missing],
    ['another cause', [true, true], [held, owner, apart], { ...missing, id: 'other' }],
    ['a cause more', [true, true], [held, owner, apart], missing, { code: 'Paused', holds: ['held'] }],
    ['a cause of one more', [true, true], [held, owner, apart], { ...missing, holds: ['held', 'apart'] }],
    ['a cause of another', [true, true], [held, owner, apart], { ...missing, holds: ['apart'] }],
    ['a cause of less', [true, false], [held, owner, apart], { ...missing, holds: ['owner'] }],
    ['a cause with another subject', [true, true], [held, owner, apart], { ...missing, subject: 'other' }],
    ['a cause with another verdict', [true, true], [held, owner, apart], { ...missing, verdict: 'waiting' }],
    ['a cause with another remedy', [true, true], [held, owner, apart], { ...missing, commands: ['rm'] }],
    ['a cause with one more remedy', [true, true], [held, owner, apart], { ...missing, commands: ['kubectl', 'rm'] }],
    [
      'a cause with one more look',
      [true, false],
      [held, owner, apart],
      { ...missing, commands: ['kubectl', 'kubectl look'] },
    ],
    [
      'a cause with one more repair, whose command only looks',
      [true, false],
      [held, owner, apart],
      { ...missing, commands: ['kubectl', 'kubectl get things'] },
    ],
    ['nothing', [true, false], []],
  ]

for (const [what, isWrong, things, ...holders] of cases) {
  test(`of a cluster that stands still: ${what}`, () => {
    const here = look(12, things, holders)
    assert.equal(wrong(still, here, still), isWrong)
    assert.equal(otherwise(still, here, still), isWrong)
  })
  test(`while something else moves, ${what} is as right or wrong`, () => {
    const [going, coming] = [{ name: 'going' }, { name: 'coming', asked: 11 }]
    const left: Holder = { code: 'Paused', subject: 'left', holds: ['going'] }
    const before = look(10, [held, owner, apart, going], [missing, left])
    const after = look(14, [held, owner, apart, coming], [missing])
    assert.equal(wrong(before, look(12, [...things, going, coming], [...holders, left]), after), isWrong)
  })
}

test('what came and went accounts for what is told of it, and of what waits for it; and it is read again', () => {
  const fresh: Thing = { name: 'fresh', asked: 11, waitsFor: ['alive'] }
  const alive: Thing = { name: 'alive', asked: undefined }
  const waits: Thing = { ...owner, waitsFor: ['held', 'fresh'] }
  const here = look(12, [held, waits, apart, fresh, alive], [missing, { code: 'Paused', holds: ['fresh'] }])
  assert.equal(wrong(still, here, still), [false, false])
  assert.equal(otherwise(still, here, still), [true, true])
})

test('a cause of what moved and of what did not is no passing one', () => {
  const after = look(14, [held, owner], [missing])
  const ofBoth = look(12, [held, owner, apart], [missing, { code: 'Paused', holds: ['held', 'apart'] }])
  const onlyMoved = look(12, [held, owner, apart], [missing, { code: 'Paused', holds: ['apart'] }])
  assert.equal(wrong(still, ofBoth, after), [true, true])
  assert.equal(wrong(still, onlyMoved, after), [false, false])
})

test('what tells less than the cluster, or of a cluster that tells less, does not tell all', () => {
  const whole = { before: still, after: still }
  const less = look(12, [held, owner], [missing])
  assert.equal([untruths({ ...whole, here: less }).length, untruths({ ...whole, here: still }).length], [1, 0])
  const part = { ...still, complete: false }
  assert.is(untruths({ before: part, here: still, after: part }).length, 1)
  assert.is(differences({ before: part, here: still, after: part }).length, 1)
  assert.is(differences({ ...whole, here: part }).length, 1)
})

test('a type that could not be read once was read while it moved; what the recording itself lacks is wrong', () => {
  const lost = (what: string) => ({ ...look(12, [held, owner]), complete: false, lost: [what] })
  const found = (what: string) => differences({ before: still, here: lost(what), after: still })
  assert.equal(found('things NotFound'), [{ what: 'not told: things NotFound', isOfMovement: true }])
  assert.equal(found('things NotRecorded'), [{ what: 'not told: things NotRecorded', isOfMovement: false }])
})

test('a cause that is named after what it holds may name another only where one of both is not there', () => {
  const names = (named: string, ...holds: readonly string[]): Holder => ({ id: 'many', code: 'Paused', holds, named })
  const [first, second, third] = ['first', 'second', 'third'].map(name => ({ name })) as [Thing, Thing, Thing]
  const before = look(10, [first, second, third], [names('first', 'first', 'second', 'third')])
  const between = look(12, [second, third], [names('second', 'second', 'third')])
  const after = look(14, [third], [names('third', 'third')])
  assert.equal(wrong(before, between, after), [false, false])
  assert.equal(wrong(before, between, look(14, [])), [false, false])
  assert.equal(wrong(before, between, before), [true, false])
  const wrongly = look(12, [first, second, third], [names('second', 'first', 'second', 'third')])
  assert.equal(wrong(before, wrongly, look(14, [])), [true, true])
})

test('what was deleted before the cluster was looked at did not come and go, nor did a living object that others wait for too', () => {
  const early = look(12, [held, owner, apart, { name: 'early', asked: 4 }], [missing])
  assert.equal(wrong(still, early, still), [true, true])
  const fresh: Thing = { name: 'fresh', asked: 11, waitsFor: ['alive'] }
  const shared = look(
    12,
    [held, owner, { ...apart, waitsFor: ['alive'] }, fresh, { name: 'alive', asked: undefined }],
    [missing],
  )
  assert.equal(wrong(still, shared, still), [true, true])
})

test('what went or came is told as before or as after, or part by part as in one of both', () => {
  const after = look(
    14,
    [{ ...held, verdict: 'progressing' }, owner],
    [{ ...missing, verdict: 'progressing', commands: ['other'] }],
  )
  for (const here of [still, after]) assert.equal(otherwise(still, here, after), [false, false])
  const part = look(12, [held, owner, apart], [{ ...missing, verdict: 'progressing' }])
  assert.equal(wrong(still, part, after), [false, false])
  const unlikely = look(12, [{ ...held, verdict: 'waiting' }, owner, apart], [missing])
  assert.equal(wrong(still, unlikely, after), [true, true])
  const other = look(12, [held, owner, apart], [{ ...missing, verdict: 'waiting' }])
  assert.equal(wrong(still, other, after), [true, true])
})

test.run()
