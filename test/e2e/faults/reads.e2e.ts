import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Field } from '../rig/api.ts'
import { namespace } from '../rig/rig.ts'
import { RAW_ERROR } from './account.ts'
import { type Point, pointsOf } from './points.ts'
import { readPlans, unreadLists } from './read-plans.ts'
import { stuckBucket } from './scenes.ts'
import { noneFails } from './step-through.ts'
import { type Plan, type Scene, type Trial, tried } from './trial.ts'

const test = suite('list and explain with one fault in what they read')

/** What it says of the objects, whatever the time is. */
function essence(answer: Field): unknown {
  const { items, objects, causes } = answer
  return {
    items: items?.map(({ ref, finalizers, owners }: Field) => ({ ref, finalizers, owners })),
    objects: objects?.map(({ ref, verdict, causes }: Field) => ({ ref, verdict, causes })),
    codes: causes?.map(({ code, subject }: Field) => `${code} ${subject.name}`),
  }
}

function problemsOf({ ran, ...trial }: Trial, undisturbed: Field): readonly string[] {
  if (ran === undefined) return ['it did not end']
  const { code, stdout, stderr } = ran
  const raw = RAW_ERROR.exec(`${stdout}\n${stderr}`)
  const problems = raw === null ? [] : [`speaks JavaScript: ${raw[0]}`]
  if (stdout === '') return code === 1 && stderr !== '' ? problems : [...problems, `exit ${code} without an answer`]
  const answer = JSON.parse(stdout)
  const { complete, unreadable } = answer
  const unread = unreadLists({ ran, ...trial })
  if (complete && unread.length > 0) problems.push(`complete, and this was not read: ${unread.join(', ')}`)
  if (complete && code !== 0) problems.push(`complete, and exit ${code}`)
  const same = JSON.stringify(essence(answer)) === JSON.stringify(essence(undisturbed))
  if (complete && !same) problems.push('complete, and the answer is another')
  const isRightful = unreadable.length > 0 && unreadable.every(({ reason }: Field) => reason === 'Forbidden')
  if (!complete && code !== (isRightful ? 0 : 1)) problems.push(`not complete, and exit ${code}`)
  if (!complete && unreadable.length === 0) problems.push('not complete, and nothing is named that was not read')
  const known = new Set((undisturbed.items ?? undisturbed.objects).map(({ ref }: Field) => ref.uid))
  const invented = (answer.items ?? answer.objects).filter(({ ref }: Field) => !known.has(ref.uid))
  if (invented.length > 0) problems.push(`names what is not there: ${JSON.stringify(invented)}`)
  return problems
}

const NOTHING: Plan = {
  point: { key: '', occurrence: 0, isWrite: false, isLate: false },
  fault: { name: 'none', fault: () => undefined },
  extent: 'once',
  format: 'json',
}

/** Discovery, the Namespace, the first list, that of the object, and what a rule of explain needs to know. */
function placesOf({ requests, scene }: Trial): readonly Point[] {
  const lists = requests.filter(({ query }) => query.has('limit'))
  const own = lists.find(({ path }) => path.endsWith('/buckets'))!
  const others = requests.filter(({ path }) => path === '/apis' || path === `/api/v1/namespaces/${scene.place}`)
  const ofRule = requests.filter(({ path }) => path === '/apis/apps/v1/deployments').slice(0, 1)
  return pointsOf([...others.slice(0, 2), lists[0]!, own, ...ofRule], scene.place, 2)
}

for (const words of [['list'], ['explain']]) {
  test(`${words}: what is missing is told, and what is whole is the same`, async () => {
    const place = await namespace()
    await stuckBucket(place, 'one')
    const scene: Scene = { place, words: [...words, '-n', place], reached: async () => true }
    const first = await tried(scene, NOTHING, async trial => trial)
    const undisturbed = JSON.parse(first.ran!.stdout)
    assert.equal([first.ran!.code, undisturbed.complete], [0, true])
    await noneFails(readPlans(placesOf(first)), plan =>
      tried(scene, plan, async trial => ({ trial, problems: problemsOf(trial, undisturbed) })),
    )
  })
}

test.run()
