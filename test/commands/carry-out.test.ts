import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createJournal } from '../../src/change/journal.ts'
import { isFinished } from '../../src/change/outcome.ts'
import type { Tools } from '../../src/change/tools.ts'
import { carryOut } from '../../src/commands/remove/carry-out.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { HOLD, removal, terminating } from '../change/removals.ts'

const test = suite('carry out')

/** So many stuck ConfigMaps, and an interrupt while the patch of that many is under way. */
function setOf(count: number, interruptAt: number) {
  const sandbox = createSandbox()
  sandbox.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } })
  const removals = Array.from({ length: count }, (_, index) => {
    const { uid: _uid, resourceVersion: _version, ...metadata } = terminating({ name: `m${index}` }).metadata
    return removal(sandbox.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata }), [HOLD])
  })
  const interruption = new AbortController()
  let patches = 0
  sandbox.onRequest = ({ method }) => {
    if (method === 'PATCH' && ++patches === interruptAt) interruption.abort()
    return undefined
  }
  const tools: Tools = {
    transport: sandbox.transport(),
    clock: { now: () => new Date(), sleep: async () => {} },
    backups: { keep: async ref => `/backups/${ref.name}` },
    journal: createJournal(),
    reach: { aim: command => command },
    signal: interruption.signal,
    dryRun: false,
    waitSeconds: 10,
  }
  const left = () => removals.filter(({ ref }) => sandbox.get('v1', 'ConfigMap', ref.name, 'shop') !== undefined)
  return { removals, tools, left }
}

test('what was begun is finished, the rest is skipped, and each step tells the truth', async () => {
  const { removals, tools, left } = setOf(20, 3)
  const steps = await carryOut(removals, tools)
  assert.equal(
    steps.map(({ ref }) => ref.name),
    removals.map(({ ref }) => ref.name),
  )
  const skipped = steps.filter(({ result }) => result === 'skipped')
  assert.ok(skipped.length >= 10 && skipped.length < 20, `${skipped.length} are skipped`)
  assert.equal(
    skipped.map(({ ref }) => ref.name),
    left().map(({ ref }) => ref.name),
  )
  assert.ok(steps.filter(step => !skipped.includes(step)).every(isFinished))
})

test('run again it goes on where it was left', async () => {
  const { removals, tools, left } = setOf(20, 3)
  await carryOut(removals, tools)
  const signal = new AbortController().signal
  const steps = await carryOut(left(), { ...tools, signal })
  assert.ok(steps.every(({ result }) => result === 'done'))
  assert.equal(left(), [])
})

test.run()
