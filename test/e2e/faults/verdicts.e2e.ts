import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { installOperator, stuckObject } from '../explain/operator.ts'
import type { Field } from '../rig/api.ts'
import { garbage, hang, html, plain, reset, shape, status } from '../rig/faults.ts'
import { namespace } from '../rig/rig.ts'
import { RAW_ERROR } from './account.ts'
import { pointsOf } from './points.ts'
import { readPlans } from './read-plans.ts'
import { buckets } from './scenes.ts'
import { noneFails } from './step-through.ts'
import { type Plan, type Scene, type Trial, tried } from './trial.ts'

const test = suite('a verdict with one fault in the facts behind it')

const FAULTS = [
  ...[403, 404, 503].map(code => status(code)),
  html(200),
  plain(404),
  ...['{}', 'null', '{"items":null}'].map(shape),
  garbage,
  reset,
  hang,
]

const NOTHING: Plan = {
  point: { key: '', occurrence: 0, isWrite: false, isLate: false },
  fault: { name: 'none', fault: () => undefined },
  extent: 'once',
  format: 'json',
}

function problemsOf({ ran }: Trial): readonly string[] {
  if (ran === undefined) return ['it did not end']
  const { code, stdout, stderr } = ran
  const raw = RAW_ERROR.exec(`${stdout}\n${stderr}`)
  const problems = raw === null ? [] : [`speaks JavaScript: ${raw[0]}`]
  if (stdout === '') return code === 1 && stderr !== '' ? problems : [...problems, `exit ${code} without an answer`]
  const { complete, objects, causes } = JSON.parse(stdout)
  const codes: readonly string[] = causes.map(({ code }: Field) => code)
  if (codes.includes('ControllerMissing')) problems.push('its operator lives, and is said to be missing')
  if (objects.some(({ verdict }: Field) => verdict === 'stuck'))
    problems.push('its operator lives, and it is said to be stuck')
  if (complete && (code !== 0 || causes.length === 0))
    problems.push(`complete, exit ${code}, with ${causes.length} causes`)
  return problems
}

test('of an operator that lives: never that it is missing, or that the object is stuck', async () => {
  const [place, type] = [await namespace(), await buckets()]
  await installOperator({ type, namespace: place, name: 'acme', state: 'running' })
  await stuckObject(type, place, 'one')
  const words = ['explain', `${type.resource}/one`, '-n', place]
  const scene: Scene = { place, words, reached: async () => true }
  const first = await tried(scene, NOTHING, async trial => trial)
  const undisturbed = JSON.parse(first.ran!.stdout)
  const codes = undisturbed.causes.map(({ code }: Field) => code)
  assert.equal([first.ran!.code, codes], [0, ['CleanupInProgress']])
  const facts = first.requests.filter(({ query }) => query.get('limit') !== '2000')
  const points = pointsOf(facts, place, Number.POSITIVE_INFINITY)
  await noneFails(readPlans(points, FAULTS), plan =>
    tried(scene, plan, async trial => ({ trial, problems: problemsOf(trial) })),
  )
})

test.run()
