import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { discover } from '../../../../src/cluster/discovery/discovery.ts'
import type { FoundStuck } from '../../../../src/operations/watch/advice/find-stuck.ts'
import { giveAdvice } from '../../../../src/operations/watch/advice/give-advice.ts'
import type { AdviceNote } from '../../../../src/plan/own-types.ts'
import { adviceLine } from '../../../../src/render/event-note.ts'
import { PATHS, setup } from './setup.ts'

const test = suite('the advice of a watch')

type World = ReturnType<typeof setup>
const found = (texts: Readonly<Record<string, string>>): FoundStuck => ({ texts, left: 0, isOpen: false })

const textsIn = async ({ ask }: World): Promise<string> => {
  const { status, body } = await ask('GET', PATHS.advice)
  return status === 200 ? JSON.stringify((body.spec as { texts?: object }).texts ?? {}) : 'none'
}

interface Given {
  /** Called at each second. */
  readonly each?: (second: number) => void | Promise<void>
  readonly mayWrite?: () => boolean
  readonly isServed?: boolean
}

/** A watch that goes on for so many seconds of its clock; `find` answers a look. Answers what was said, and each state of the texts. */
async function given(world: World, seconds: number, find: () => Promise<FoundStuck>, options: Given = {}) {
  const { sandbox, clock, tools, elapsed } = world
  const { each, mayWrite = () => true, isServed = true } = options
  const over = new AbortController()
  const discovery = await discover(sandbox.transport())
  const types = discovery.types.filter(({ group }) => isServed || group !== 'admissionregistration.k8s.io')
  const said: string[] = []
  const seen: string[] = []
  const started = elapsed()
  const sleep = async (): Promise<void> => {
    await sandbox.settle()
    const now = await textsIn(world)
    if (now !== seen.at(-1)) seen.push(now)
    await each?.(elapsed() - started)
    clock.advance(1)
    if (elapsed() - started >= seconds) over.abort()
  }
  const request = {
    tools: () => ({ ...tools(), clock: { ...tools().clock, sleep }, signal: over.signal }),
    mayWrite,
    tell: (note: AdviceNote) => void said.push(adviceLine(note)),
  }
  const kept = { discovery: { ...discovery, types } } as never
  await giveAdvice({ now: { isBegun: true, kept } }, request, find)
  await sandbox.settle()
  return { said, seen }
}

test('is written after each look, a minute after the one before, and all of it goes at the end', async () => {
  const world = setup()
  let looks = 0
  const { said, seen } = await given(world, 130, async () => found({ a: `look ${++looks}` }))
  assert.equal(seen.slice(-3), ['{"a":"look 1"}', '{"a":"look 2"}', '{"a":"look 3"}'])
  assert.equal([await world.there(), said], [[], []])
})

test('that nothing proves any more for two minutes is taken away, whatever the reason', async () => {
  const world = setup()
  let [looks, goneAt] = [0, 0]
  const find = async (): Promise<FoundStuck> => {
    if (++looks > 1) throw new Error('the server does not answer')
    return found({ a: 'once' })
  }
  const { said, seen } = await given(world, 200, find, {
    async each(second) {
      if (goneAt === 0 && second > 10 && (await textsIn(world)) === '{}') goneAt = second
    },
  })
  assert.equal(seen.slice(-2), ['{"a":"once"}', '{}'])
  assert.ok(goneAt > 100 && goneAt <= 126, String(goneAt))
  assert.equal(said, ['warning: --advice: the server does not answer'])
})

test('is given by nothing that may not write, and what another one has written is left alone at the end', async () => {
  const world = setup()
  let isHolder = false
  let looks = 0
  const find = async () => found({ a: `look ${++looks}` })
  await given(world, 100, find, { mayWrite: () => isHolder })
  assert.equal([looks, await world.there()], [0, []])
  isHolder = true
  await given(world, 20, find, {
    mayWrite: () => isHolder,
    each(second) {
      if (second === 15) isHolder = false
    },
  })
  assert.equal(await world.there(), ['definition', 'advice', 'policy', 'binding'])
})

test('takes over what a watch that was killed has left: its texts go before anything is proven', async () => {
  const world = setup()
  await given(world, 20, async () => found({ a: 'old' }), { mayWrite: mayUntil(15) })
  assert.is(await textsIn(world), '{"a":"old"}')
  const { seen } = await given(world, 20, async () => found({ b: 'new' }))
  assert.equal(seen, ['{}', '{"b":"new"}'])
  assert.equal(await world.there(), [])
})

test('is one line where the server has no such policy, and one where it may not be written', async () => {
  const world = setup()
  const unserved = await given(world, 20, async () => found({}), { isServed: false })
  assert.is(unserved.said.length, 1)
  assert.match(unserved.said[0]!, /^note: no advice is given: this server has no ValidatingAdmissionPolicy v1/)
  world.sandbox.authorize = (_user, verb) => verb !== 'create'
  const refused = await given(world, 60, async () => found({}))
  assert.is(refused.said.length, 1)
  assert.match(refused.said[0]!, /^warning: --advice: customresourcedefinitions: /)
})

/** Whether a watch that began just now may write: for so many ticks. */
function mayUntil(ticks: number): () => boolean {
  let tick = 0
  return () => tick++ < ticks
}

test.run()
